import { newSecretBytes } from '../../base/ids.ts';
import { escapeHtml, htmlPage, PAGE_HEADERS } from '../docs/html-page.ts';
import type { ConsoleState } from './console-files.ts';

/** A page with the headers that it needs. */
interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/** Stands where the nonce of a response goes (`console/vite.config.ts`). */
const NONCE_PLACE = 'SLUICE-NONCE';

const SHORT_LIVED = { ...PAGE_HEADERS, 'cache-control': 'no-store' };

/**
 * The page of the console, or one that says why there is none.
 * @param nowMs to tell how long it has been building
 */
export function consolePage(state: ConsoleState, nowMs: number): Page {
  switch (state.kind) {
    case 'ready':
      return builtPage(state.page);
    case 'building':
      return waitingPage(Math.max(0, Math.round((nowMs - Date.parse(state.since)) / 1_000)));
    case 'failed':
      return {
        headers: SHORT_LIVED,
        html: noticePage('The console could not be built', state.reason, 'Once the reason is gone, run'),
      };
    case 'absent':
      return {
        headers: SHORT_LIVED,
        html: noticePage('The console is not built', 'The API works without it.', 'To build it, run'),
      };
    default:
      return state satisfies never;
  }
}

/**
 * Asks again each second. A script does that, because browsers take a `Refresh` for a move within the page when the
 * address has a fragment, as the printed link has, which must come through.
 */
function waitingPage(seconds: number): Page {
  const nonce = newSecretBytes(16).toString('base64');
  const again = `<script nonce="${nonce}">setTimeout(() => location.reload(), 1000)</script>`;
  const page = noticePage(
    `The console is being built (${seconds} s)`,
    'It opens here by itself. The API works.',
  );
  const policy = `${SHORT_LIVED['content-security-policy']}; script-src 'nonce-${nonce}'`;
  return {
    headers: { ...SHORT_LIVED, 'content-security-policy': policy },
    html: page.replace('</main>', `${again}\n</main>`),
  };
}

/** Only what carries the nonce runs, and what that loads: the origin also serves texts of callers. */
function builtPage(page: string): Page {
  const nonce = newSecretBytes(16).toString('base64');
  return { headers: consoleHeaders(nonce), html: page.replaceAll(NONCE_PLACE, nonce) };
}

/** Headers of a page that asks this service alone, stands in no frame, and makes no markup out of texts. */
function consoleHeaders(nonce: string): Readonly<Record<string, string>> {
  const policy = {
    'default-src': "'self'",
    'script-src': `'nonce-${nonce}' 'strict-dynamic'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-src': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  };
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources}`)
      .join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
}

function noticePage(title: string, text: string, command?: string): string {
  const advice = command === undefined ? '' : `<p>${command} <code>npm run console:build</code>.</p>`;
  return htmlPage(title, `<h1>${title}</h1>\n<p>${escapeHtml(text)}</p>\n${advice}`);
}
