import { expect, test } from 'vitest';
import { compileVersion } from '../../src/query/plan.ts';
import { readRunBody } from '../../src/schema/run-request.ts';
import { cacheKey } from '../../src/services/cache/result-cache.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { seed } from '../fixtures/test-scale.ts';

// From the text of a request to its cache key: two requests share a key exactly when they mean the same. Each choice is
// a meaning and one of its spellings; what the meanings are is said here, by hand, and nowhere computed: [C-2], [O-2],
// [O-3], [O-8], [O-10], [O-18]. [SPEC-4.3.1], [SPEC-3.2.1].

/** A meaning, and the ways to write it as JSON; undefined = to leave it out. */
type Choice = readonly [meaning: string, ...spellings: (string | undefined)[]];
type Member = readonly [name: string, ...choices: Choice[]];

const VARIABLES: readonly Member[] = [
  [
    'number',
    ['5, the default', undefined, '5', '"5"', '5.0', '0.5e1', '"5.0"'],
    ['null', 'null'],
    ['0', '0', '"0"', '0.0', '-0', '0e9', '"0.0"', '"-0"'],
    ['1', '1', '"1"', '1.0'],
    ['0.5', '0.5', '"0.5"', '5e-1', '".5"'],
    ['2^53', '9007199254740992', '"9007199254740992"'],
    ['2^53 + 1', '9007199254740993', '"9007199254740993"'],
  ],
  [
    'text',
    ['null', undefined, 'null'],
    ['the text null', '"null"', '"\\u006eull"'],
    ['the text 0', '"0"'],
    ['the text 0.0', '"0.0"'],
    ['empty', '""'],
    ['the text false', '"false"'],
    ['a quote', '"\\""', '"\\u0022"'],
  ],
  [
    'inferred',
    ['0', '0', '"0"', '0.0'],
    ['0.0', '"0.0"'],
    ['true', 'true', '"true"'],
    ['null', '"null"'],
    ['none', 'null'],
  ],
  ['truth', ['null', undefined, 'null'], ['true', 'true', '"true"'], ['false', 'false', '"false"']],
  [
    'list',
    ['null', undefined, 'null'],
    ['nothing', '[]'],
    ['a number', '[1]', '[1.0]', '[ 1 ]'],
    ['a text', '["1"]'],
    ['two texts', '["1","2"]'],
    ['two texts the other way', '["2","1"]'],
    ['one text', '["1,2"]'],
    ['two numbers', '[1,2]'],
  ],
];

const FILTERS: Member = [
  'filters_override',
  ['none', undefined, 'null', '{}', '{"properties":[]}'],
  [
    'a plan',
    '{"properties":[{"key":"plan","value":"pro","type":"event"}]}',
    '{"properties":[{"type":"event","value":"pro","key":"plan"}]}',
    '{"properties":[{"type":"event","value":"pro","key":"plan"}],"date_from":null}',
  ],
  ['another plan', '{"properties":[{"key":"plan","value":"free","type":"event"}]}'],
  [
    'a price',
    '{"properties":[{"key":"price","value":1,"type":"event"}]}',
    '{"properties":[{"key":"price","value":1.0,"type":"event"}]}',
  ],
  ['a plan of the person', '{"properties":[{"key":"plan","value":"pro","type":"person"}]}'],
  ['three days', '{"date_from":"-3d"}', '{"date_from":"-3d","properties":[]}'],
  ['until three days ago', '{"date_to":"-3d"}'],
];

/** Says nothing of the answer's content, so it is no part of any meaning. */
const MANNER: readonly Member[] = [
  ['refresh', ['any', undefined, 'null', '"blocking"', '"force"', '"cache"']],
  ['debug', ['any', undefined, 'null', 'false', 'true']],
  ['client_query_id', ['any', undefined, 'null', '"me"', '"you"']],
];

/** Limit and offset, which come together. */
const PAGES: readonly (readonly [meaning: string, ...members: string[]])[] = [
  ['all', '', '"limit":null', '"limit":null,"offset":null'],
  ['one', '"limit":1', '"offset":null,"limit":1', '"limit":1.0'],
  ['two', '"limit":2'],
  ['two from the start', '"limit":2,"offset":0', '"offset":0,"limit":2'],
  ['two after one', '"limit":2,"offset":1', '"offset":1.0,"limit":2'],
  ['one after two', '"limit":1,"offset":2'],
];

interface Request {
  readonly meaning: string;
  readonly text: string;
}

/** Writes an object of members in any order, with any white space. */
function writeObject(random: RandomSource, members: readonly (readonly [string, string])[]): string {
  const space = (): string => (random.oneIn(4) ? random.pick([' ', '\n', '\t ']) : '');
  const inOrder = members.toSorted(() => random.below(3) - 1);
  return `{${inOrder.map(([name, value]) => `${space()}"${name}"${space()}:${space()}${value}`).join(',')}${space()}}`;
}

function choose(
  random: RandomSource,
  [name, ...choices]: Member,
): { meaning: string; written: [string, string][] } {
  // Mostly the first meaning, so that two requests often differ in one place only.
  const [meaning, ...spellings] = (random.oneIn(3) ? choices[random.below(choices.length)] : choices[0]) ?? [
    'none',
  ];
  const spelling = spellings[random.below(spellings.length)];
  return { meaning: `${name}: ${meaning}`, written: spelling === undefined ? [] : [[name, spelling]] };
}

function sqlRequest(random: RandomSource): Request {
  const variables = VARIABLES.map((member) => choose(random, member));
  const others = [FILTERS, ...MANNER].map((member) => choose(random, member));
  const [page = '', ...pages] = random.pick(PAGES as [(typeof PAGES)[number]]);
  const paging = pages[random.below(pages.length)] ?? '';
  const object = writeObject(random, [
    [
      'variables',
      writeObject(
        random,
        variables.flatMap(({ written }) => written),
      ),
    ],
    ...others.flatMap(({ written }) => written),
  ]);
  return {
    meaning: [...variables, ...others].map(({ meaning }) => meaning).join('; ') + page,
    text: paging === '' ? object : `{${paging},${object.slice(1)}`,
  };
}

const SQL = compileVersion(
  {
    kind: 'HogQLQuery',
    query: `select {variables.number} + 0, {variables.text}, concat({variables.inferred}, ''), {variables.truth},
      {variables.list} from events where {filters}`,
  },
  {
    number: { type: 'Number', default: 5, required: false },
    text: { type: 'String', required: false },
    truth: { type: 'Boolean', required: false },
    list: { type: 'List', required: false },
  },
  testProject(),
);

const OVERRIDES: Member = [
  'query_override',
  ['none', undefined, 'null', '{}'],
  ['weeks', '{"interval":"week"}'],
  ['without a range', '{"dateRange":null}'],
  ['nine days', '{"dateRange":{"date_from":"-9d"}}', '{"dateRange":{"date_from":"-9d","date_to":null}}'],
  [
    'weeks of nine days',
    '{"interval":"week","dateRange":{"date_from":"-9d"}}',
    '{"dateRange":{"date_from":"-9d"},"interval":"week"}',
  ],
];

function insightRequest(random: RandomSource): Request {
  const chosen = [OVERRIDES, FILTERS, ...MANNER].map((member) => choose(random, member));
  const meaning = chosen.map((choice) => choice.meaning).join('; ');
  const members = chosen.flatMap(({ written }) => written);
  return { meaning: withoutMootRange(meaning), text: writeObject(random, members) };
}

/** Dates of `filters_override` replace the whole range, so that none of `query_override` is left. */
function withoutMootRange(meaning: string): string {
  if (!meaning.includes('three days')) return meaning;
  return meaning
    .replace(/query_override: (without a range|nine days)/, 'query_override: none')
    .replace(' of nine days', '');
}

const INSIGHT = compileVersion(
  { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'x' }], dateRange: { date_from: '-30d' } },
  {},
  testProject(),
);

test.each([
  ['SQL', SQL, sqlRequest, 5_000],
  ['an insight', INSIGHT, insightRequest, 500],
] as const)('requests of %s share a key exactly when they mean the same', (_name, version, make, count) => {
  const random = new RandomSource(seed());
  const keys = new Map<string, Request>();
  const meanings = new Map<string, string>();
  let shared = 0;
  for (let i = 0; i < count; i += 1) {
    const request = make(random);
    const { canonical } = version.prepare(readRunBody(Buffer.from(request.text), {}), {
      project: testProject(),
      allowedOverrides: null,
      maxRows: 100,
    });
    const key = cacheKey({ ...ENDPOINT, canonical });
    const other = keys.get(key);
    expect(other?.meaning ?? request.meaning, `${other?.text} and ${request.text} share a key`).toBe(
      request.meaning,
    );
    expect(meanings.get(request.meaning) ?? key, `${request.text} has a second key`).toBe(key);
    if (other !== undefined && other.text !== request.text) shared += 1;
    keys.set(key, request);
    meanings.set(request.meaning, key);
  }
  expect(keys.size).toBeGreaterThan(20);
  expect(shared).toBeGreaterThan(50);
});

const ENDPOINT = {
  projectId: 1,
  reads: '[]',
  endpointId: 'e',
  endpointName: 'n',
  version: 1,
  variant: 'json',
};
