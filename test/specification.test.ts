import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SourceFile } from './fixtures/architecture-rules.ts';
import {
  anchorProblems,
  otherForms,
  prefixesOf,
  rulesOf,
  uncitedRules,
  unknownCitations,
} from './fixtures/specification-rules.ts';
import { UNCITED_RULES } from './fixtures/uncited-rules.ts';

// docs/specification/README.md says how a rule is cited; here it is enforced on the text of everything that cites.

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'test', 'benchmarks', 'scripts', 'docs'];
const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'];
/** Decisions cite what they were taken against, and this file holds citations that are wrong. */
const LEFT_OUT = /^docs\/decisions\/|^test\/specification\.test\.ts$/;

const files: readonly SourceFile[] = [
  ...DOCUMENTS,
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.split(sep).join('/')}`,
    ),
  ),
]
  .filter((path) => /\.(?:ts|md)$/.test(path) && !LEFT_OUT.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const prefixes = prefixesOf(readFileSync(join(ROOT, 'docs/specification/README.md'), 'utf8'));
const rules = rulesOf(files);
/** The fixture of this file cites as an example and tests nothing. */
const tests = files.filter(
  ({ path }) =>
    (path.startsWith('test/') || path.endsWith('.test.ts')) &&
    path !== 'test/fixtures/specification-rules.ts',
);

test('the table of prefixes and the rules are read', () => {
  expect(prefixes.map(({ prefix }) => prefix)).toEqual(
    expect.arrayContaining(['C', 'D', 'P', 'N', 'B', 'T', 'R', 'L', 'F', 'K', 'H', 'W', 'O', 'SPEC', 'SQL']),
  );
  expect(tests.length).toBeGreaterThan(100);
  for (const { prefix, file } of prefixes.filter((row) => existsSync(join(ROOT, row.file)))) {
    expect(rules.filter((rule) => rule.prefix === prefix).length, `${prefix} in ${file}`).toBeGreaterThan(2);
  }
});

test('every rule has one anchor, in the file of its prefix', () => {
  expect(anchorProblems(rules, prefixes)).toEqual([]);
});

test('every citation names a rule that exists', () => {
  expect(unknownCitations(files, rules, prefixes)).toEqual([]);
});

test('rules are cited as [D-5] and in no other form', () => {
  expect(files.flatMap((file) => otherForms(file, prefixes))).toEqual([]);
});

const uncited = uncitedRules(tests, rules, prefixes);

test(`${uncited.length} of ${rules.length} rules are cited by no test: the list becomes shorter only`, () => {
  const listed = new Set(UNCITED_RULES);
  expect({
    'cite these in the test that holds them': uncited.filter((id) => !listed.has(id)),
    'take these out of test/fixtures/uncited-rules.ts': UNCITED_RULES.filter((id) => !uncited.includes(id)),
  }).toEqual({
    'cite these in the test that holds them': [],
    'take these out of test/fixtures/uncited-rules.ts': [],
  });
});

describe('what is no citation', () => {
  test.each([
    ['of the product by its number', '/** Most filters (SPEC 8). */'],
    ['of a file', '// as spec/insights.md says'],
    ['of a file by its path', '// see ../shared/spec/hogql.md'],
    ['of the product', '// see SPEC.md'],
    ['of a section', '/** Section 7 by plain loops. */'],
    ['of a section of a specification', ' * ahead. See section 4 of the capture specification.'],
    ['without brackets', '/** No rows (D-12). */'],
    ['without brackets, a range', ' * Rules L-1 to L-9.'],
    ['of several in one pair of brackets', '// see [D-8, D-9]'],
    ['after code', 'const limit = 5; // B-10'],
    ['by a number alone', '// Rules 7, 8 and 14 of the engine.'],
    ['in the title of a test', "test('D-5: weeks', () => {"],
    ['without brackets, with points', '// see SPEC-3.5'],
  ])('%s', (_, text) => {
    expect(otherForms({ path: 'src/x.ts', text }, prefixes)).not.toEqual([]);
  });

  test.each([
    ['a citation', '// [D-12], [SPEC-3.5] and [L-1] to [L-9]'],
    ['names of other things', '// P-256, UTF-8, ISO-8601, Shift-D-1, D-2026, section 4.2 of RFC 9110'],
    ['data', "const ids = ['D-1', 'T-2', 'A-9 A0'];"],
  ])('but not %s', (_, text) => {
    expect(otherForms({ path: 'src/x.ts', text }, prefixes)).toEqual([]);
  });

  test('in documents everything but code is looked at', () => {
    const text = '- <a id="D-5"></a>**D-5** as `D-6`\n\n```\nD-7\n```\nbut not D-8';
    expect(otherForms({ path: 'docs/x.md', text }, prefixes)).toEqual([
      'docs/x.md:6: "D-8" is no citation: write it in square brackets, such as [D-5]',
    ]);
  });
});

describe('what is found about rules', () => {
  const spec = (text: string): SourceFile => ({ path: 'docs/specification/insights/dates.md', text });
  const made = rulesOf([spec('<a id="D-1"></a> <a id="D-2"></a> <a id="D-2a"></a> <a id="D-10"></a>')]);

  test('doubled anchors, unknown prefixes and rules in the wrong file', () => {
    const wrong = rulesOf([spec('<a id="D-1"></a>\n<a id="D-1"></a>\n<a id="Z-1"></a>\n<a id="T-1"></a>')]);
    expect(anchorProblems(wrong, prefixes)).toEqual([
      'docs/specification/insights/dates.md:2: the rule D-1 stands at docs/specification/insights/dates.md:1 too',
      'docs/specification/insights/dates.md:3: the prefix Z is not in the table of docs/specification/README.md',
      'docs/specification/insights/dates.md:4: rules T stand in docs/specification/insights/trends.md',
    ]);
  });

  test('citations of no rule, where the prefix has rules', () => {
    const citing = { path: 'src/x.ts', text: '// [D-1]\n// [D-3]\n// [SPEC-99]' };
    expect(unknownCitations([citing], made, prefixes)).toEqual([
      'src/x.ts:2: there is no rule D-3 in docs/specification',
    ]);
  });

  test('a section with rules of its own is no rule', () => {
    const parts = rulesOf([
      spec('<a id="D-1"></a> <a id="D-1.1"></a> <a id="D-1.1.1"></a> <a id="D-10"></a>'),
    ]);
    expect(uncitedRules([], parts, prefixes)).toEqual(['D-1.1.1', 'D-10']);
  });

  test('rules that no test cites, ranges by their numbers', () => {
    const citing = { path: 'test/x.test.ts', text: '// [D-2]\n// to [D-9]' };
    expect(uncitedRules([citing], made, prefixes)).toEqual(['D-1', 'D-10']);
  });
});
