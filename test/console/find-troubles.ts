import type { Page } from 'playwright-core';

/** Longest list that is kept: what fails in a loop fills no memory. */
const MOST = 100;

/**
 * Collects what a user never sees and a developer must: errors and warnings in the console of a page, errors that
 * nobody caught, and violations of its policy.
 */
export async function findTroubles(page: Page): Promise<() => Promise<readonly string[]>> {
  const troubles: string[] = [];
  const note = (text: string): void => {
    if (troubles.length < MOST) troubles.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      note(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => note(`not caught: ${error.message}`));
  await page.exposeFunction('noteViolation', (text: string) => note(`policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const tell: unknown = Reflect.get(globalThis, 'noteViolation');
      const place = `${sourceFile}:${lineNumber}`;
      if (typeof tell === 'function') tell(`${violatedDirective} ${blockedURI} at ${place} ${sample}`);
    });
  });
  return async () => {
    // What the page has told is here once it has answered.
    await page.evaluate(() => 0).catch(() => undefined);
    return [...troubles];
  };
}
