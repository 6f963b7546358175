import { ERROR_CATALOG, errorType } from '../../base/errors.ts';
import { htmlPage, toHtml } from './html-page.ts';

/** Every error code, each with its anchor. */
export function errorsPage(): string {
  const sections = Object.entries(ERROR_CATALOG).map(
    ([code, entry]) =>
      `<h2 id="${code}"><code>${code}</code></h2>\n` +
      `<p class="soft">${entry.status}, <code>${errorType(entry)}</code></p>\n` +
      `<p>${toHtml(entry.meaning)}</p>\n<p>${toHtml(entry.remedy)}</p>`,
  );
  const intro = '<h1>Errors of Sluice</h1>\n<p><a href="/docs">Operations of the API</a></p>';
  return htmlPage('Errors of Sluice', `${intro}\n${sections.join('\n')}`);
}
