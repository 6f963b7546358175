import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COHORTS, membersOf } from './cohorts.ts';
import { INSIGHTS } from './insights.ts';
import { judgeInsight, judgeMessage, judgeSql } from './judge.ts';
import { named } from './loops.ts';
import { MESSAGES } from './messages.ts';
import { NOT_YET } from './not-yet.ts';
import { STATEMENTS } from './statements.ts';
import { startWildProject, type WildProject } from './wild-project.ts';

// What users of PostHog write, by the bullets of what must run. README.md of this folder says how to read it.

/** Where the names of what does not pass are printed instead of failing: `WILD_REPORT=1`. */
const isReport = process.env['WILD_REPORT'] !== undefined;

let wild: WildProject;
beforeAll(async () => {
  wild = await startWildProject();
});

describe.each([
  ['sql', Object.entries(STATEMENTS), judgeSql],
  ['insights', Object.entries(INSIGHTS), judgeInsight],
  ['messages', Object.entries(MESSAGES), judgeMessage],
] as const)('%s', (kind, bullets, judge) => {
  const passed: string[] = [];
  const all = bullets.flatMap(([bullet, cases]) =>
    cases.map((one) => [`${bullet}: ${one.name}`, one] as const),
  );

  test('every case has a name of its own', () => {
    expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
    for (const [bullet, cases] of bullets) expect([bullet, cases.length >= 5]).toEqual([bullet, true]);
  });

  test.each(all)('%s', async (name, one) => {
    const failure = await (judge as (wild: WildProject, one: unknown) => Promise<void>)(wild, one).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) passed.push(name);
    if (isReport) {
      if (failure !== undefined) console.log(`FAIL\t${kind}\t${name}\t${firstLine(failure)}`);
      return;
    }
    if (!NOT_YET.has(name)) {
      if (failure !== undefined) throw failure;
      return;
    }
    expect(failure, `"${name}" passes: remove it from not-yet.ts`).toBeDefined();
  });

  afterAll(() => {
    const rate = ((100 * passed.length) / all.length).toFixed(1);
    console.log(`dialect-wild ${kind}: ${passed.length} of ${all.length} pass, ${rate} %`);
  });
});

test('no purchase on the morning of the first of five days decides who bought recently', () => {
  const since = (start: number) =>
    new Set(named('purchase').flatMap(({ at, person }) => (at >= start ? [person.id] : [])));
  expect(since(Date.UTC(2026, 2, 14))).toEqual(since(Date.UTC(2026, 2, 14, 12)));
  expect(membersOf('Recent buyers').length).toBeGreaterThan(0);
  for (const { name, people } of COHORTS) expect([name, people.length > 0]).toEqual([name, true]);
});

test('no case was taken away, and none was added to not-yet.ts', () => {
  const size = (kind: Readonly<Record<string, readonly unknown[]>>) => Object.values(kind).flat().length;
  expect(size(STATEMENTS)).toBeGreaterThanOrEqual(358);
  expect(size(INSIGHTS)).toBeGreaterThanOrEqual(189);
  expect(size(MESSAGES)).toBeGreaterThanOrEqual(102);
  expect(NOT_YET.size).toBeLessThanOrEqual(541);
});

test('not-yet.ts names only cases that exist', () => {
  const names = [STATEMENTS, INSIGHTS, MESSAGES].flatMap((kind) =>
    Object.entries<readonly { readonly name: string }[]>(kind).flatMap(([bullet, cases]) =>
      cases.map(({ name }) => `${bullet}: ${name}`),
    ),
  );
  expect([...NOT_YET].filter((name) => !names.includes(name))).toEqual([]);
});

function firstLine(error: unknown): string {
  return String((error as Error).message)
    .replaceAll(/\s+/g, ' ')
    .slice(0, 400);
}
