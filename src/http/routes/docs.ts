import type { FastifyInstance } from 'fastify';
import { ERROR_CATALOG } from '../../base/errors.ts';

/** The pages that answers link to. `/docs/errors#<code>` explains each error. */
export function registerDocsRoutes(server: FastifyInstance): void {
  const page = errorsPage();
  server.get('/docs/errors', { config: { access: 'open' } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'public, max-age=3600').send(page),
  );
}

function errorsPage(): string {
  const sections = Object.entries(ERROR_CATALOG).map(
    ([code, { status, type, meaning, remedy }]) =>
      `<h2 id="${code}"><code>${code}</code></h2>\n` +
      `<p>${status}, <code>${type}</code>. ${toHtml(meaning)}</p>\n<p>${toHtml(remedy)}</p>`,
  );
  return (
    '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Errors of Sluice</title>\n' +
    '<style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}:target{background:#ffd}</style>\n' +
    `<h1>Errors</h1>\n${sections.join('\n')}\n</html>\n`
  );
}

/** Escapes text, and turns `code` in backticks into code. */
function toHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
