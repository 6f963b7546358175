import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConsoleTab } from './console-tab.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Journey 12: why an answer came from where it came, and code that gives the rows on the screen. [CON-20.2]

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

async function open(name: string): Promise<ConsoleTab> {
  const tab = await console_.signedInTab();
  await tab.goTo(`1/endpoints/${name}/playground`);
  await tab.button(/^Run/).waitFor();
  return tab;
}

async function change(name: string, body: unknown): Promise<void> {
  const { status } = await console_.service.call('PATCH', `endpoints/${name}`, { body });
  expect(status).toBe(200);
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

const setClock = (now: string | null) => console_.service.call('POST', '/_test/clock', { body: { now } });

/** Runs the request and reads the route card. */
async function routeOf(tab: ConsoleTab): Promise<string> {
  const answered = tab.page.waitForResponse((response) => response.url().includes('/run'));
  await tab.button(/^Run/).first().click();
  await answered;
  await tab.settle();
  return tab.get('region', 'Route of the answer').innerText();
}

describe('each source is explained', () => {
  test('nobody asked before, then the cache, then too old', async () => {
    await change('feature-use', { cache_age_seconds: 300 });
    const tab = await open('feature-use');
    expect(await routeOf(tab)).toMatch(/cache_miss[\s\S]*so the query ran/);
    expect(await routeOf(tab)).toMatch(/cache_fresh[\s\S]*younger than its cache age of/);
    await tab.button('Run again, ignore cache').click();
    await tab.page.getByText('refresh_forced').waitFor();
    await setClock(inSeconds(400));
    expect(await routeOf(tab)).toMatch(/cache_expired[\s\S]*was older than its cache age/);
    await change('feature-use', { stale_while_revalidate_seconds: 86_400 });
    await setClock(inSeconds(900));
    expect(await routeOf(tab)).toMatch(/stale_while_revalidate[\s\S]*while it is computed anew/);
    await setClock(null);
    expect(await tab.troubles()).toEqual([]);
    await tab.close();
  });

  test('a snapshot, parameters that are in none, and an old version', async () => {
    await change('weekly-active-users', { is_materialized: true });
    const built = await console_.service.call('POST', 'endpoints/weekly-active-users/materialize?wait=true');
    expect(built.status).toBeLessThan(300);
    const tab = await open('weekly-active-users');
    expect(await routeOf(tab)).toMatch(/materialized_current[\s\S]*From the snapshot built/);
    await tab.field('From').fill('-30d');
    expect(await routeOf(tab)).toMatch(/has_parameters[\s\S]*those are in no snapshot/);
    await tab.close();
    const { json } = await console_.service.call('GET', 'endpoints/weekly-active-users');
    await change('weekly-active-users', { query: { ...json.query, interval: 'month' } });
    const again = await open('weekly-active-users');
    await again.get('button', /Version/).click();
    await again.get('option', '1').click();
    expect(await routeOf(again)).toMatch(
      /old_version[\s\S]*Version 1 was asked; the snapshot is of version 2/,
    );
    await again.close();
  });
});

test('a refusal lands at its field', async () => {
  const tab = await open('usage-by-day');
  await tab.page.getByText('organization is required and not sent.').waitFor();
  await tab.button(/^Run/).click();
  await tab.get('alert').filter({ hasText: 'missing_variable' }).waitFor();
  expect(await tab.page.locator('[aria-label="Request"]').innerText()).toMatch(/variable.*organization/i);
  await tab.close();
});

describe('the code of the request', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-samples-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const programs = {
    curl: (code: string) => run('sh', ['-c', code]),
    TypeScript: (code: string) => {
      const file = join(folder, 'sample.ts');
      writeFileSync(file, code);
      return run(process.execPath, [
        '--experimental-strip-types',
        '--disable-warning=ExperimentalWarning',
        file,
      ]);
    },
    Python: (code: string) => run('python3', ['-c', code]),
  };

  function run(program: string, given: readonly string[]): Promise<{ readonly stdout: string }> {
    return promisify(execFile)(program, given, { env: { ...process.env, SLUICE_KEY: console_.rootKey } });
  }

  test.each(Object.keys(programs) as (keyof typeof programs)[])(
    '%s gives the rows on the screen',
    async (language) => {
      const tab = await open('usage-by-day');
      await tab.get('radio', 'value').first().click();
      await tab.field('organization').fill(`org-01`);
      const shown = tab.page.waitForResponse((response) => response.url().includes('/run'));
      await tab.button(/^Run/).first().click();
      const rows: unknown[][] = (await (await shown).json()).results;
      expect(rows.length).toBeGreaterThan(10);
      await tab.get('radio', language).click();
      const code = await tab.get('group', new RegExp(`^${language} code$`)).innerText();
      expect(code).not.toContain(console_.rootKey);
      const printed: unknown = JSON.parse((await programs[language](code)).stdout);
      const results = language === 'curl' ? (printed as { results: unknown }).results : printed;
      const asLists = (results as readonly (readonly unknown[] | object)[]).map((row) => Object.values(row));
      expect(asLists).toEqual(rows);
      await tab.close();
    },
  );

  test('TypeScript and React have no type errors', async () => {
    const tab = await open('usage-by-day');
    for (const [language, file] of [
      ['TypeScript', 'typed.ts'],
      ['React', 'hook.ts'],
    ] as const) {
      await tab.get('radio', language).click();
      const code = await tab.get('group', new RegExp(`^${language} code$`)).innerText();
      writeFileSync(join(folder, file), `${code}\nexport {};\n`);
    }
    const root = resolve(import.meta.dirname, '../..');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          target: 'es2023',
          module: 'esnext',
          moduleResolution: 'bundler',
          lib: ['es2024', 'dom'],
          types: ['node'],
          typeRoots: [join(root, 'node_modules/@types')],
          paths: { react: [join(root, 'node_modules/@types/react')] },
        },
        files: ['typed.ts', 'hook.ts'],
      }),
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
      (error) => error,
    );
    expect(stdout).toBe('');
    await tab.close();
  });
});
