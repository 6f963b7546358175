import { hash } from 'node:crypto';

/** Small enough to stand in the page, so that the page loads nothing. */
const STYLE = `
:root{color-scheme:light dark;--ink:#1c2330;--soft:#5a6577;--line:#dfe4ec;--paper:#fff;--shade:#f5f7fa;--link:#0b5cad}
@media(prefers-color-scheme:dark){:root{--ink:#e6eaf1;--soft:#9aa6b8;--line:#2c3542;--paper:#12161d;--shade:#1a2029;--link:#7ab8ff}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.6 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
main{max-width:56rem;margin:0 auto;padding:2rem 1.25rem 6rem}
h1{font-size:1.9rem;margin:0 0 .5rem}
h2{margin:3rem 0 .25rem;padding-top:.5rem;border-top:1px solid var(--line);font-size:1.3rem}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
p{margin:.5rem 0}.soft{color:var(--soft)}
code{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--shade);padding:.1em .3em;border-radius:4px}
pre{overflow-x:auto;background:var(--shade);border:1px solid var(--line);border-radius:8px;padding:.75rem 1rem;margin:.75rem 0}
pre code{background:none;padding:0}
details{border:1px solid var(--line);border-radius:8px;margin:.5rem 0}
details[open]{padding-bottom:.5rem}details>:not(summary){margin-left:1rem;margin-right:1rem}
summary{display:flex;gap:.75rem;align-items:baseline;flex-wrap:wrap;padding:.6rem 1rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
.method{font:600 .75rem/1.6 ui-monospace,Menlo,Consolas,monospace;min-width:4rem;text-align:center;border-radius:4px;color:#fff;background:#4b5563}
.GET{background:#1d6fb8}.POST{background:#1f7a4d}.PUT,.PATCH{background:#a15c00}.DELETE{background:#b3261e}
.path{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.875rem;overflow-wrap:anywhere}
.summary{color:var(--soft);margin-left:auto;font-size:.925rem}
@media(max-width:44rem){.summary{margin-left:0;width:100%}}
table{border-collapse:collapse;width:calc(100% - 2rem);margin:.5rem 0;font-size:.9rem}
td{border-top:1px solid var(--line);padding:.35rem .75rem .35rem 0;vertical-align:top}
td:first-child{white-space:nowrap}
:target{outline:2px solid var(--link);outline-offset:4px;border-radius:4px}
`;

/** The header of a page that may show its own style and do nothing else. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=3600',
} as const;

/** A whole page around its content, which is HTML. */
export function htmlPage(title: string, content: string): string {
  return (
    '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<title>${escapeHtml(title)}</title>\n<style>${STYLE}</style>\n<main>\n${content}\n</main>\n</html>\n`
  );
}

/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Text with `code` in backticks, and paragraphs between empty lines. */
export function toHtml(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .split('\n\n')
    .join('</p>\n<p>');
}
