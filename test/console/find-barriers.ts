import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Lets a page be looked at; before it is opened, because its policy takes no script afterwards. */
export async function bringAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: AXE });
}

/** What keeps people out of the page as it is: violations of WCAG 2.2 A and AA, one line for each element. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  const violations = await page.evaluate(async (values) => {
    const { axe: tool } = globalThis as unknown as { axe: typeof axe };
    const found = await tool.run(document, { runOnly: { type: 'tag', values } });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  }, RULES);
  return violations.map((text) => text.replaceAll(/\s+/g, ' '));
}
