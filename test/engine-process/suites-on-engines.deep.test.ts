import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { drawnSuites, EMBEDDED_ONLY, suitesOnEngines } from '../../scripts/suites-on-engines.ts';
import { seed } from '../fixtures/test-scale.ts';

// The suites that start services, on `sluice engine` and on two shards of it, through the settings of the product. The
// scale says how many of them.

const ROOT = path.resolve(import.meta.dirname, '../..');
const SIX_HOURS_MS = 21_600_000;

const part = Math.min(1, Number(process.env['SLUICE_TEST_SCALE'] ?? 1));

test.each(['process', 'process2'])(
  'the suites on the engine "%s"',
  async (form) => {
    const options = ['--part', String(part), '--seed', String(seed())];
    // Of this run, and not of vitest in which it is.
    const names = Object.keys(process.env).filter((name) => !/^(?:VITEST|NODE_ENV|TEST$|MODE$)/.test(name));
    const env = Object.fromEntries(names.map((name) => [name, process.env[name]]));
    const run = promisify(execFile)(
      process.execPath,
      ['scripts/node.mjs', 'scripts/test-on-engine.mjs', form, ...options],
      { cwd: ROOT, env, maxBuffer: 256 * 1024 * 1024 },
    );
    const { stdout } = await run.catch((error: { readonly stdout?: string; readonly stderr?: string }) => {
      throw new Error(`${error.stdout}\n${error.stderr}`.slice(-20_000));
    });
    expect(stdout).toContain(`files on ${form}`);
    console.log(stdout.split('\n').slice(-8).join('\n'));
  },
  SIX_HOURS_MS,
);

describe('which suites', () => {
  const suites = suitesOnEngines();

  test('are those that start a service, themselves or through what they import', () => {
    expect(suites.length).toBeGreaterThan(80);
    expect(suites).toContain('test/http/imports.test.ts');
    expect(suites).toContain('test/materialize/snapshots.test.ts');
    expect(suites).not.toContain('test/process/engine-child.test.ts');
  });

  test('are left out for a reason, and are there', () => {
    for (const [file, reason] of Object.entries(EMBEDDED_ONLY)) {
      expect(existsSync(path.join(ROOT, file)), file).toBe(true);
      expect(reason.length).toBeGreaterThan(10);
    }
  });

  test('are drawn by a seed, each once', () => {
    const drawn = drawnSuites(suites, 0.1, 7);
    expect(drawn).toHaveLength(Math.round(suites.length / 10));
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(drawnSuites(suites, 0.1, 7)).toEqual(drawn);
    expect(drawnSuites(suites, 0.1, 8)).not.toEqual(drawn);
    expect(drawnSuites(suites, 1, 7)).toEqual(suites);
    expect(drawnSuites(suites, 0.0001, 7)).toHaveLength(1);
  });
});
