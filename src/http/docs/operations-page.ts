import type { z } from 'zod';
import { errorCodes } from '../openapi/error-codes.ts';
import { OPERATION_TAGS, type Operation } from '../operations/operation.ts';
import { escapeHtml, htmlPage, toHtml } from './html-page.ts';

/** Every operation with its scope, parameters, errors and a call to paste. @param base of links; may be empty */
export function operationsPage(operations: readonly Operation[], base: string): string {
  // Where nobody said by which address the service is called, the reader's shell knows it.
  const address = base === '' ? '$SLUICE_URL' : base;
  const [first] = operations;
  const chapters = Object.entries(OPERATION_TAGS).map(([tag, sentence]) => {
    const own = operations.filter((operation) => operation.tag === tag);
    return `<h2 id="${tag}">${tag}</h2>\n<p class="soft">${sentence}</p>\n${own
      .map((operation) => operationSection(operation, address, operation === first))
      .join('\n')}`;
  });
  const links = Object.keys(OPERATION_TAGS).map((tag) => `<a href="#${tag}">${tag}</a>`);
  return htmlPage(
    'Sluice API',
    '<h1>Sluice API</h1>\n' +
      '<p>Stored analytics queries, served as fast and safe HTTP endpoints. The same as ' +
      '<a href="/openapi.json">OpenAPI 3.1</a>; each endpoint also has a document of its own, with its typed ' +
      'variables and rows. Calls name the service `$SLUICE_URL` or by its address. <a href="/docs/errors">Every error</a> is explained.</p>\n' +
      `<p>${links.join(' · ')}</p>\n${chapters.join('\n')}`,
  );
}

function operationSection(operation: Operation, address: string, isOpen: boolean): string {
  const { id, method, path, summary, description = '', params = {}, query, body } = operation;
  const parameters = [
    ...membersOf('path', params),
    ...membersOf('query', query?.shape),
    ...membersOf(
      'body',
      body?.schema !== undefined && 'shape' in body.schema ? body.schema.shape : undefined,
    ),
  ];
  const errors = errorCodes(operation).map(
    (code) => `<a href="/docs/errors#${code}"><code>${code}</code></a>`,
  );
  return (
    `<details id="${id}"${isOpen ? ' open' : ''}><summary><span class="method ${method}">${method}</span>` +
    `<span class="path">${escapeHtml(path)}</span><span class="summary">${toHtml(summary)}</span></summary>\n` +
    `${description === '' ? '' : `<p>${toHtml(description)}</p>\n`}<p class="soft">${accessOf(operation)}</p>\n` +
    `<pre><code>${escapeHtml(curlOf(operation, address))}</code></pre>\n` +
    `${parameters.length === 0 ? '' : `<table>${parameters.join('\n')}</table>\n`}` +
    `<p class="soft">Errors: ${errors.join(' ')}</p></details>`
  );
}

/** A line for each member of a part of the request. */
function membersOf(place: string, members: unknown): readonly string[] {
  if (typeof members !== 'object' || members === null) return [];
  return Object.entries(members).map(
    ([name, schema]) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td class="soft">${place}</td>` +
      `<td>${toHtml(descriptionOf(schema))}</td></tr>`,
  );
}

function descriptionOf(schema: unknown): string {
  const isDescribed = typeof schema === 'object' && schema !== null && 'description' in schema;
  return isDescribed ? String(schema.description ?? '') : '';
}

function accessOf({ access, alsoNeeds }: Operation): string {
  if (access === 'open') return 'No key.';
  if (access === 'any-key') return 'Any valid key.';
  if (access === 'personal-key') return 'Any valid key, but no session of the console.';
  const scopes = typeof access === 'string' ? [access] : access;
  const besides = alsoNeeds === undefined ? '' : ` and <code>${alsoNeeds}</code>`;
  return `Scope ${scopes.map((scope) => `<code>${scope}</code>`).join(' or ')}${besides}.`;
}

/** A call for a shell, with the examples of the operation in it. */
function curlOf({ method, path, params = {}, access, body }: Operation, address: string): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(params[name]));
  const lines = [
    `curl -s${method === 'GET' || method === 'POST' ? '' : ` -X ${method}`} ${address}${filled}`,
  ];
  if (method === 'POST' && body === undefined) lines[0] = `curl -s -X POST ${address}${filled}`;
  if (access !== 'open') lines.push('-H "Authorization: Bearer $SLUICE_KEY"');
  if (body !== undefined) {
    const [type = 'application/json'] = body.media ?? [];
    lines.push(`-H 'Content-Type: ${type}'`);
    if (body.media !== undefined) lines.push('--data-binary @file');
    else lines.push(`-d '${JSON.stringify(body.example ?? {}).replaceAll("'", "'\\''")}'`);
  }
  return lines.join(' \\\n  ');
}

function exampleOf(schema: z.ZodType | undefined): string {
  const examples = schema?.meta()?.['examples'];
  return Array.isArray(examples) ? String(examples[0]) : '';
}
