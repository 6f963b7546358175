import { z } from 'zod';
import type { Operation } from '../../../src/http/operations/operation.ts';
import { OPERATIONS } from '../../../src/http/operations/operations.ts';
import { scaled } from '../../fixtures/test-scale.ts';
import type { AbuseCase, AbusedService, AbuseTable, Answered } from '../abuse-case.ts';

// Every operation with the largest and oddest values in each member of its body and query string, taken out of its
// schemas: a new operation or member is tried without a word here. [SPEC-8.1].

/** These would end the project or the service that is measured. */
const SPARED: readonly string[] = [
  'deleteProject',
  'setTestClock',
  'beginBackupMoment',
  'keepBackupMoment',
  'endBackupMoment',
];

type Schema = Readonly<Record<string, unknown>>;
type Path = readonly string[];

/** Deeper ones are the same schemas again, thousands of them in the kinds of insights. */
const MOST_DEPTH = 2;

/** Just below the MiB and the 30,000 values that are read of a body. */
const LONG_TEXT = 'ab%"\\é '.repeat(100_000);
const OBJECTS = Array.from({ length: 14_000 }, (_, i) => ({ [`a${i}`]: 1 }));
const WIDE_OBJECTS = Array.from({ length: 28 }, (_, k) =>
  Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`o${k}m${i}`, 1])),
);
const ODD_VALUES: readonly (readonly [string, unknown])[] = [
  ['a text of 900 KB', LONG_TEXT],
  ['29,000 numbers', Array<number>(29_000).fill(1)],
  ['14,000 objects', OBJECTS],
  ['29,000 members', Object.fromEntries(Array.from({ length: 29_000 }, (_, i) => [`m${i}`, 1]))],
  ['28 objects of 1,000 members', WIDE_OBJECTS],
  ['lists in lists', Array.from({ length: 60 }).reduce((inner: unknown) => [inner], 1)],
  ['no value', null],
];

/** Paths of members, alternatives and items of lists included (`0` = the first item). */
function memberPaths(schema: z.ZodType): readonly Path[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const definitions = (root['$defs'] ?? {}) as Readonly<Record<string, Schema>>;
  const found = new Map<string, Path>();
  const walk = (node: Schema, path: Path): void => {
    if (path.length > 0) found.set(path.join('.'), path);
    if (path.length >= MOST_DEPTH) return;
    const reference = node['$ref'];
    if (typeof reference === 'string') walk(definitions[reference.replace('#/$defs/', '')] ?? {}, path);
    for (const word of ['anyOf', 'oneOf', 'allOf'])
      for (const one of (node[word] ?? []) as readonly Schema[]) walk(one, path);
    for (const [name, member] of Object.entries(
      (node['properties'] ?? {}) as Readonly<Record<string, Schema>>,
    ))
      walk(member, [...path, name]);
    if (node['items'] !== undefined) walk(node['items'] as Schema, [...path, '0']);
  };
  walk(root, []);
  return [...found.values()];
}

/** A copy of `whole` with another value at a place, which is made where it is not. */
function changed(whole: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (name === '0') {
    const [first, ...others] = Array.isArray(whole) ? whole : [];
    return [changed(first, rest, value), ...others];
  }
  const members = typeof whole === 'object' && whole !== null ? (whole as Schema) : {};
  return { ...members, [name]: changed(members[name], rest, value) };
}

interface Input {
  readonly target: string;
  readonly body?: unknown;
}

function targetOf({ path }: Pick<Operation, 'path'>): string {
  return path.replace('{project_id}', '1').replaceAll(/\{\w+\}/g, 'odd');
}

/** Members of the body, of which each gets each value in turn. */
function bodyPaths({ body }: Operation): readonly Path[] {
  const schema = body?.checkedAs ?? body?.schema;
  return schema === undefined ? [] : memberPaths(schema);
}

/** At a smaller scale every tenth path, say, from another one on for each value. */
function someOf(paths: readonly Path[], offset: number): readonly Path[] {
  const count = Math.min(paths.length, scaled(paths.length));
  const distance = Math.max(1, Math.round(paths.length / count));
  return paths.filter((_, index) => index % distance === offset % distance);
}

function withBody(operation: Operation, path: Path, value: unknown): Input {
  return { target: targetOf(operation), body: changed(operation.body?.example, path, value) };
}

/** Long names in the path and in each parameter of the query string. */
function longTargets({ path, query, body }: Operation): readonly Input[] {
  const target = targetOf({ path });
  const names = Object.keys(query?.shape ?? {});
  const queries = names.map((name) => `${target}?${name}=${encodeURIComponent('%"(['.repeat(600))}`);
  const longName = target.replace('odd', encodeURIComponent('é('.repeat(140)));
  return [...queries, longName].map((long) => ({ target: long, ...(body && { body: body.example ?? {} }) }));
}

/** The largest in the first member of the body, the longest in the last one. */
function fewInputs(operation: Operation): readonly Input[] {
  const paths = bodyPaths(operation).filter((path) => path.length === 1);
  const [first, last] = [paths.at(0), paths.at(-1)];
  return [
    ...(first === undefined ? [] : [withBody(operation, first, OBJECTS)]),
    ...(last === undefined ? [] : [withBody(operation, last, LONG_TEXT)]),
    ...longTargets(operation).slice(-1),
  ];
}

/** One after the other; what a call is answered with matters only where it is a defect of the service. */
async function sendAll(service: AbusedService, method: string, inputs: readonly Input[]): Promise<Answered> {
  for (const { target, body } of inputs) {
    const call = body === undefined || method === 'GET' ? {} : { body };
    const answer = await service.call(method, target, call);
    if (answer.status === 500) return answer;
  }
  return { status: 0 };
}

const tried = OPERATIONS.filter(({ id }) => !SPARED.includes(id));

const shortCases = [...Map.groupBy(tried, ({ tag }) => tag)].map(
  ([tag, operations]): AbuseCase => ({
    name: `${tag}: odd values in first and last members`,
    send: async (service) => {
      for (const operation of operations) {
        const answer = await sendAll(service, operation.method, fewInputs(operation));
        if (answer.status !== 0) return answer;
      }
      return { status: 0 };
    },
    expected: { status: 0 },
  }),
);

const wholeCases = tried.flatMap((operation) => [
  ...(operation.body === undefined ? [] : ODD_VALUES).map(
    ([name, value], place): AbuseCase => ({
      name: `${operation.id}: ${name} in each member`,
      send: (service) =>
        sendAll(
          service,
          operation.method,
          someOf(bodyPaths(operation), place).map((path) => withBody(operation, path, value)),
        ),
      expected: { status: 0 },
      deepOnly: true,
    }),
  ),
  {
    name: `${operation.id}: long names and parameters`,
    send: (service: AbusedService) => sendAll(service, operation.method, longTargets(operation)),
    expected: { status: 0 },
    deepOnly: true,
  },
]);

export const table: AbuseTable = {
  title: 'every operation',
  changesService: true,
  // Another service than that of the other tables.
  settings: { rateLimits: '0,0,0,0' },
  prepare: async ({ call }) => {
    const query = { kind: 'HogQLQuery', query: 'select count() from events' };
    await call('POST', 'endpoints', { body: { name: 'odd', query } });
  },
  cases: [...shortCases, ...wholeCases],
};
