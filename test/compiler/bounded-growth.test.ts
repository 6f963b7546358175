import { describe, expect, test } from 'vitest';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { validateQuery } from '../../src/query/plan.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';

// Shapes whose translation repeats a part, so that each level doubles it: forty levels fit into a short text and would
// keep the process busy for ever. They are refused at once; a few levels of the same shape are translated.
// [SQL-11.2], [SQL-11.3].

/** `{i}` is the level, `{x}` what stands inside of it. */
function nested(levels: number, shape: string, inner: string): string {
  let text = inner;
  for (let level = 0; level < levels; level += 1)
    text = shape.replaceAll('{x}', () => text).replaceAll('{i}', String(level));
  return text;
}

function chained(levels: number, shape: (level: number) => string): string {
  return Array.from({ length: levels }, (_, level) => shape(level)).join(', ');
}

const SHAPES: Readonly<Record<string, (levels: number) => string>> = {
  'BETWEEN of what may be NULL': (levels) =>
    `select ${nested(levels, 'nullIf({x} between 1 and 2, 1)', 'nullIf(1, 4)')}`,
  'IN of columns that may be NULL': (levels) =>
    `select ${nested(levels, 'nullIf({x} in (nullIf(1, 2), nullIf(2, 3)), 0)', 'nullIf(1, 4)')}`,
  'IS DISTINCT FROM': (levels) =>
    `select ${nested(levels, 'nullIf({x} is distinct from nullIf(1, 3), 0)', 'nullIf(1, 4)')}`,
  'comparison with variables': (levels) =>
    `select ${nested(levels, 'nullIf({x} = {variables.v{i}}, 0)', 'nullIf(1, 4)')}`,
  transform: (levels) => `select ${nested(levels, "transform({x}, ['a'], ['b'])", 'event')} from events`,
  'CASE of a value': (levels) =>
    `select ${nested(levels, 'case {x} when 1 then nullIf(1, 2) when nullIf(3, 4) then 2 end', '1')}`,
  'values that use a value twice': (levels) =>
    `with 1 as a0, ${chained(levels, (at) => `a${at} + a${at} as a${at + 1}`)} select a${levels}`,
  'aliases that use an alias twice': (levels) =>
    `select 1 as a0, ${chained(levels, (at) => `a${at} + a${at} as a${at + 1}`)}`,
  'CTEs that use a CTE twice': (levels) =>
    `with a0 as (select 1 as x), ${chained(levels, (at) => `a${at + 1} as (select * from a${at} union all select * from a${at})`)} select count() from a${levels}`,
};

function compile(text: string): () => unknown {
  return () => compileStatement(parseSelect(text), { project: testProject(), text });
}

describe.each(Object.entries(SHAPES))('%s', (_name, textOf) => {
  test('is translated three levels deep', () => {
    expect(compile(textOf(3))).not.toThrow();
  });

  test('is refused forty levels deep', () => {
    expect(compile(textOf(40))).toThrow(expect.objectContaining({ code: 'query_too_complex' }));
  });
});

// [SQL-11.3]
describe('columns are counted while stars unfold', () => {
  const stars = (count: number, star: string) => Array.from({ length: count }, () => star).join(', ');
  test.each<readonly [string, string]>([
    ['9,000 stars', `select ${stars(9000, '*')} from events`],
    ['stars of a table', `select ${stars(80, 'e.*')} from events e`],
    ['lists of patterns', `select ${stars(80, "columns('.')")} from events`],
    ['stars of two tables', `select ${stars(80, 'a.*, b.*')} from events a, persons b`],
    ['patterns that keep little', `select ${stars(200, "columns('^uuid$')")} from events`],
    ['stars that leave all but one out', `select ${stars(200, '* except (event)')} from events`],
    ['stars of stars', `select * from ${nested(12, '(select *, * from {x})', 'events')}`],
    [
      'stars of CTEs',
      `with a0 as (select * from events), ${chained(12, (at) => `a${at + 1} as (select *, * from a${at})`)} select * from a12`,
    ],
    ['many sub-queries', `select ${stars(400, '(select * from events limit 1)')}`],
    ['branches of a set', Array.from({ length: 400 }, () => 'select * from events').join(' union all ')],
    ['columns by name', `select ${stars(1001, 'event')} from events`],
    ['a list of columns', `select columns(${stars(1001, 'event')}) from events`],
  ])('%s', (_, text) => {
    const errors = validateQuery({ kind: 'HogQLQuery', query: text }, {}, testProject());
    expect(errors.map(({ code }) => code)).toEqual(['query_too_complex']);
  });

  test('as many as a SELECT may have are translated', () => {
    expect(compile(`select ${stars(1000, 'event')} from events`)).not.toThrow();
    expect(compile(`select ${stars(50, '*')} from events`)).not.toThrow();
  });
});

describe('an answer has at most 100 errors', () => {
  test.each([
    ['unknown names', `select 1 from events group by ${chained(4000, (at) => `x${at}`)}`],
    ['unknown functions', `select 1 from events group by ${chained(4000, (at) => `f${at}()`)}`],
    ['aliases that are there', `select ${chained(500, (at) => `${at} as a`)}`],
    [
      'tables that are not offered',
      `${chained(300, () => '').replaceAll(', ', 'select 1 from events final union all ')}select 1`,
    ],
  ])('%s', (_, query) => {
    expect(validateQuery({ kind: 'HogQLQuery', query }, {}, testProject())).toHaveLength(100);
  });
});

describe('long chains that repeat nothing', () => {
  test('values that use one another once are translated', () => {
    const chain = chained(40, (at) => `lower(a${at}) as a${at + 1}`);
    expect(compile(`with event as a0, ${chain} select a40 from events`)).not.toThrow();
  });

  test.each([
    [200, undefined],
    [1500, 'query_too_complex'],
  ])('of %i CTEs', (length, code) => {
    const chain = chained(length, (at) => `a${at} as (select ${at === 0 ? '1 as x' : `* from a${at - 1}`})`);
    const run = compile(`with ${chain} select * from a${length - 1}`);
    if (code === undefined) expect(run).not.toThrow();
    else expect(run).toThrow(expect.objectContaining({ code }));
  });

  test('many columns that have grown are counted together', () => {
    const grown = nested(8, 'nullIf({x} between 1 and 2, 1)', 'nullIf(1, 4)');
    const columns = Array.from({ length: 40 }, () => grown).join(', ');
    expect(compile(`select ${columns}`)).toThrow(expect.objectContaining({ code: 'query_too_complex' }));
  });
});
