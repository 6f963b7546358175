import type { Column } from './result-types.ts';
import { typeScriptOf } from './result-types.ts';

/** What the samples show: the request on the screen. */
export interface SampledRequest {
  /** Whole address with its query string. */
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Columns of a SQL answer; null for insights and while they are not known. */
  readonly columns: readonly Column[] | null;
  readonly isJson: boolean;
  readonly endpointName: string;
}

export const SAMPLE_LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
  { value: 'react', label: 'React' },
] as const;

export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]['value'];

/**
 * Code that makes the request on the screen and runs as it is, with the key in `SLUICE_KEY`. curl, TypeScript and Python
 * print the answer; React is a hook and the route of your own server that it calls.
 */
export function writeSample(language: SampleLanguage, request: SampledRequest): string {
  switch (language) {
    case 'curl':
      return curlSample(request);
    case 'typescript':
      return typeScriptSample(request);
    case 'python':
      return pythonSample(request);
    case 'react':
      return reactSample(request);
    default:
      return language satisfies never;
  }
}

function curlSample({ url, body, isJson }: SampledRequest): string {
  const text = JSON.stringify(body).replaceAll("'", "'\\''");
  return [
    `curl -s${isJson ? '' : ' --output answer'} '${url}' \\`,
    `  -H "Authorization: Bearer $SLUICE_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${text}'`,
  ].join('\n');
}

function rowType({ columns }: SampledRequest): string {
  if (columns === null) return 'type Results = unknown;';
  const members = columns.map(({ name, type }) => `${JSON.stringify(name)}: ${typeScriptOf(type)}`);
  return `type Row = { ${members.join('; ')} };\ntype Results = Row[];`;
}

/** SQL rows as objects by column name, which a row type fits. */
function objectsUrl({ url, columns }: SampledRequest): string {
  if (columns === null) return url;
  return `${url}${url.includes('?') ? '&' : '?'}rows=objects`;
}

function typeScriptSample(request: SampledRequest): string {
  if (!request.isJson) return fileSample(request);
  return `${rowType(request)}

const response = await fetch(${JSON.stringify(objectsUrl(request))}, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.SLUICE_KEY}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify(${indented(request.body, 1)}),
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.detail);
const results: Results = answer.results;
console.log(JSON.stringify(results));
`;
}

function fileSample({ url, body }: SampledRequest): string {
  return `import { writeFile } from 'node:fs/promises';

const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.SLUICE_KEY}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify(${indented(body, 1)}),
});
if (!response.ok) throw new Error(await response.text());
await writeFile('answer', new Uint8Array(await response.arrayBuffer()));
`;
}

function pythonSample({ url, body, isJson }: SampledRequest): string {
  const read = isJson
    ? 'print(json.dumps(json.load(response)["results"]))'
    : 'open("answer", "wb").write(response.read())';
  return `import json
import os
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(${python(body, 1)}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["SLUICE_KEY"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    ${read}
`;
}

function reactSample(request: SampledRequest): string {
  const name = request.endpointName;
  return `// useAnswer.ts: asks your own server, never the service: a key in a browser is everybody's key.
import { useEffect, useState } from 'react';

${rowType(request).replaceAll(/^type/gm, 'export type')}

export function useAnswer(): Results | null {
  const [results, setResults] = useState<Results | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    fetch('/answers/${name}', { signal: abort.signal })
      .then((response) => response.json())
      .then((answer) => setResults(answer.results))
      .catch(() => undefined);
    return () => abort.abort();
  }, []);
  return results;
}

// route.ts: on your server, which decides who may ask for what.
export async function answerRoute(): Promise<Response> {
  const response = await fetch(${JSON.stringify(objectsUrl(request))}, {
    method: 'POST',
    headers: { Authorization: \`Bearer \${process.env.SLUICE_KEY}\`, 'Content-Type': 'application/json' },
    body: JSON.stringify(${indented(request.body, 2)}),
  });
  return new Response(response.body, { status: response.status, headers: { 'Content-Type': 'application/json' } });
}
`;
}

function indented(value: unknown, depth: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${'  '.repeat(depth)}`);
}

/** A JSON value as Python writes it. Texts are spelled alike in both, lone surrogates aside. */
function python(value: unknown, depth: number): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return `[${value.map((item) => python(item, depth)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${python(member, depth)}`,
  );
  return `{${members.join(', ')}}`;
}
