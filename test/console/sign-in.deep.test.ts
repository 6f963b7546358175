import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 2: a key signs in, other tabs share the session, and a key that is revoked elsewhere ends it. [CON-20.2]

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

/** A key of its own, so that revoking it ends no other test. */
async function newKey(label: string): Promise<{ readonly id: string; readonly value: string }> {
  const body = { label, scopes: ['endpoint:read', 'project:read'] };
  const { status, json } = await console_.service.call('POST', '/api/personal_api_keys', { body });
  expect(status).toBe(201);
  return json;
}

test('a wrong key is refused in one sentence, and the field keeps what was typed', async () => {
  const tab = await console_.newTab();
  await tab.goTo('1/endpoints');
  await tab.signInWithKey('slp_wrong');
  await tab.page.getByText('No key has this value, or it was revoked or has ended.').waitFor();
  expect(await tab.field('Personal API key').inputValue()).toBe('slp_wrong');
  expect(await tab.troubles([/status of 401/])).toEqual([]);
  await tab.close();
});

test('a key signs in, a second tab and a reload need no key, and the key is kept nowhere', async () => {
  const key = await newKey('reader');
  const tab = await console_.newTab();
  await tab.goTo('1/endpoints');
  await tab.signInWithKey(key.value);
  await tab.link('usage-by-day').waitFor();
  const second = await tab.another();
  // The first tab has 150 ms to answer; on a busy machine it may be late, and a user loads the page again.
  const open = async () => {
    await second.goTo('1/endpoints');
    await second.link('usage-by-day').waitFor({ timeout: 5_000 });
  };
  await vi.waitFor(open, { timeout: 30_000 });
  await tab.page.reload();
  await tab.link('usage-by-day').waitFor();
  const kept = await tab.page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toContain(key.value);
  expect(await tab.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('sls_');
  expect(await tab.troubles()).toEqual([]);
  expect(await second.troubles()).toEqual([]);
  await tab.close();
});

test('a key that is revoked elsewhere leaves the screen below an overlay, and another goes on there', async () => {
  const key = await newKey('short-lived');
  const tab = await console_.newTab();
  await tab.goTo('1/endpoints?q=usage');
  await tab.signInWithKey(key.value);
  await tab.link('usage-by-day').waitFor();
  const { status } = await console_.service.call('DELETE', `/api/personal_api_keys/${key.id}`);
  expect(status).toBe(204);
  await tab.get('dialog', 'Signed out').waitFor({ timeout: 4000 });
  expect(await tab.page.getByText('usage-by-day').count()).toBeGreaterThan(0);
  await tab.signInWithKey((await newKey('next')).value);
  await tab.get('dialog', 'Signed out').waitFor({ state: 'detached' });
  await tab.link('usage-by-day').waitFor();
  expect(tab.page.url()).toMatch(/\/console\/1\/endpoints\?q=usage$/);
  expect(await tab.troubles([/status of 401/])).toEqual([]);
  await tab.close();
});

test('signing out ends the session in every tab', async () => {
  const tab = await console_.newTab();
  await tab.goTo('1/endpoints');
  await tab.signInWithKey((await newKey('leaver')).value);
  await tab.link('usage-by-day').waitFor();
  const second = await tab.another();
  await second.goTo('1/endpoints');
  await second.link('usage-by-day').waitFor();
  await tab.button(/^Key leaver/).click();
  await tab.get('menuitem', 'Sign out').click();
  await tab.field('Personal API key').waitFor();
  await second.field('Personal API key').waitFor();
  expect(await tab.page.evaluate(() => sessionStorage.length)).toBe(0);
  await tab.close();
});
