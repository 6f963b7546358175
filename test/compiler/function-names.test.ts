import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FUNCTION_ROWS } from '../../src/query/catalog/functions/function-table.ts';

// [SQL-6.1]: the function table decides everything about a function. The compiler may make a call by its name; that it
// asks for a name, in a comparison, a set, a table or a pattern, means that a row lacks a field.

const ROOT = path.join(import.meta.dirname, '../..');

/** What else has the name of a function: words of ours. The list only becomes shorter. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // Bounds of a declared number.
  'src/query/compiler/check-declaration.ts': ['min', 'max'],
  // The self-check knows the parameter of the clock, and the guard by its printed form.
  'src/query/compiler/clickhouse/check-output.ts': ['now', 'equals', 'greaterOrEquals'],
  // The engine's own rewrite of comparisons to a list knows them by its names.
  'src/query/compiler/passes/flat-scans.ts': ['equals', 'notEquals'],
  // The hole `$now`.
  'src/query/compiler/expand-template.ts': ['now'],
};

const NAMES: ReadonlySet<string> = new Set(
  FUNCTION_ROWS.flatMap(({ name, engine }) => [name, name.toLowerCase(), engine]),
);

const NO_CODE = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|^import [\s\S]*?;$/gm;
/** Some names of functions are names of types too. */
const SETS_OF_TYPES = /: ReadonlySet<DataType\['kind'\]> = new Set\(\[[\s\S]*?\]\);/g;
const PATTERN = /(?<=[=(,:?]\s*)\/(?![/*\s])(?:[^/\\\n[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*/g;
const QUOTED = /'(\w+)'/g;

/** Names of functions that stand in a source file anywhere but in the hands of a maker of calls. */
function namesAskedFor(text: string): readonly string[] {
  const code = text.replace(NO_CODE, '').replace(SETS_OF_TYPES, '');
  const inPatterns = [...code.matchAll(PATTERN)].flatMap(([pattern]) => pattern.match(/[A-Za-z_]\w+/g) ?? []);
  const quoted = [...code.matchAll(QUOTED)].flatMap(({ 1: name = '', index }) =>
    isOwnWord(code, index) ? [] : [name],
  );
  return [...inPatterns, ...quoted].filter((name) => NAMES.has(name));
}

/** The name in the hands of a maker, or a word of one of the compiler's own unions. */
function isOwnWord(code: string, at: number): boolean {
  const before = code.slice(0, at);
  if (/\b(?:call|callFunction|connect)\(\s*(?:\w+ \? (?:'\w+' : )?)?$/.test(before)) return true;
  if (/\bkind: 'system', name: $/.test(before)) return true;
  if (/\b(?:kind|op|word)(?:\?? ===| !==|:) $/.test(before)) return true;
  // A member of a union type, `'team' | 'now'`, or of another type, `IrSelect['limit']`.
  if (/[^|]\| $|\w\[$/.test(before) || /^'\w+' \| '/.test(code.slice(at))) return true;
  const indentation = /\n( *)case $/.exec(before)?.[1];
  if (indentation === undefined) return false;
  const outside = indentation.slice(2);
  const [opening = ''] = before.match(new RegExp(`(?:^|\\n)${outside}switch \\(.*`, 'g'))?.slice(-1) ?? [];
  return /(?:\bkind|\.op|\bhole|\bpattern|\bconnective)\) \{$/.test(opening);
}

test('no file of the compiler asks for the name of a function', () => {
  const files = globSync('src/query/compiler/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(60);
  const found = files.flatMap((file) => {
    const names = namesAskedFor(readFileSync(path.join(ROOT, file), 'utf8'));
    return names.length === 0 ? [] : [[file, names] as const];
  });
  expect(Object.fromEntries(found)).toEqual(EXCEPTIONS);
});

test.each([
  "if (row.name === 'toDate') return 1;",
  "const RAW = new Set(['toString', 'toIntOrZero']);",
  'const AVERAGES = /^(avg|median)/;',
  "const AT: ReadonlyMap<string, number> = new Map([['match', 1]]);",
  "if (expr.engine !== 'array') return 1;",
  "  switch (row.name) {\n    case 'sum':",
  "const CASTS = { int: 'toInt' };",
])('refused: %s', (text) => {
  expect(namesAskedFor(text)).not.toEqual([]);
});

test.each([
  "call('ifNull', [a, b], type)",
  "if (type.kind === 'array') return 1;",
  "  switch (type.kind) {\n    case 'array':",
  "const made = { kind: 'map' };",
  "readonly name: 'team' | 'now' | 'limit';",
])('allowed: %s', (text) => {
  expect(namesAskedFor(text)).toEqual([]);
});
