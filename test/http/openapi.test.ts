import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { openApiText } from '../../scripts/openapi-text.ts';
import { OPERATIONS } from '../../src/http/operations/operations.ts';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

type Schema = Readonly<Record<string, unknown>>;

const text = openApiText();
const document = JSON.parse(text);

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
});

const components: Readonly<Record<string, Schema>> = document.components.schemas;

/** Every schema in the document with the path to it. */
const schemas = [
  ...Object.entries(components).flatMap(([name, schema]) => [...schemasIn(schema, name)]),
  ...[...holdersOfSchemas(document.paths, '')].flatMap(([path, schema]) => [...schemasIn(schema, path)]),
];

/** Every member of every schema. */
const members = schemas.flatMap(([path, { properties }]) => entriesOf(properties, `${path}.`));

function* schemasIn(schema: unknown, path: string): Generator<readonly [string, Schema]> {
  if (!isObject(schema)) return;
  yield [path, schema];
  for (const keyword of ['properties', 'anyOf', 'oneOf', 'allOf', 'prefixItems'])
    for (const [place, inner] of entriesOf(schema[keyword], `${path}.`)) yield* schemasIn(inner, place);
  for (const keyword of ['items', 'additionalProperties', 'propertyNames'])
    yield* schemasIn(schema[keyword], `${path}.${keyword}`);
}

/** Schemas of parameters, bodies and answers. */
function* holdersOfSchemas(value: unknown, path: string): Generator<readonly [string, Schema]> {
  for (const [place, member] of entriesOf(value, `${path}.`)) {
    if (place.endsWith('.schema')) yield [place, member];
    else yield* holdersOfSchemas(member, place);
  }
}

function entriesOf(value: unknown, prefix: string): readonly (readonly [string, Schema])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    isObject(member) || Array.isArray(member) ? [[`${prefix}${name}`, member as Schema] as const] : [],
  );
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a reader sees of a member: its own keywords, else those of the component that it names. */
function shown(schema: Schema): Schema {
  const name = String(schema['$ref'] ?? '').replace('#/components/schemas/', '');
  return { ...components[name], ...schema };
}

test('docs/openapi.json is what the code says (mend: node scripts/write-openapi.ts)', () => {
  expect(readFileSync(resolve(import.meta.dirname, '../../docs/openapi.json'), 'utf8')).toBe(text);
});

test('it is served', async () => {
  const answer = await service.call('GET', '/openapi.json', { key: null });
  expect(answer).toMatchObject({ status: 200, json: document });
});

test('it is valid OpenAPI 3.1', async () => {
  const answer = await new Validator().validate(JSON.parse(text));
  expect(answer).toMatchObject({ valid: true });
});

test('every route of the server but pages of the console is in it, and it has no other', async () => {
  const served = routesOf(service.printRoutes()).filter((route) => !/^GET \/console(?:\/|\*|$)/.test(route));
  expect(served.length).toBeGreaterThan(40);
  const documented = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.toSorted()).toEqual(served.toSorted());
});

test('parameters of paths are those of the table', () => {
  for (const { path, params = {} } of OPERATIONS) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(params), path).toEqual(named);
  }
});

test('operations have names of their own and bodies that their schemas take', () => {
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  for (const { id, body } of OPERATIONS) {
    if (body?.example === undefined) continue;
    expect(body.schema?.safeParse(body.example), id).toMatchObject({ success: true });
  }
});

test('every member of every schema is described', () => {
  expect(members.length).toBeGreaterThan(300);
  expect(undescribed(members)).toEqual([]);
  expect(undescribed(Object.entries(components))).toEqual([]);
});

test('every parameter is described', () => {
  const operations = entriesOf(document.paths, '').flatMap(([path, methods]) =>
    entriesOf(methods, `${path} `),
  );
  const parameters = operations.flatMap(([path, { parameters }]) => entriesOf(parameters, `${path} `));
  expect(parameters.length).toBeGreaterThan(50);
  expect(undescribed(parameters)).toEqual([]);
});

test('every member that is a text or a number shows what it can be', () => {
  const plain = members.filter(([, { type }]) => ['string', 'number', 'integer'].includes(String(type)));
  const isShown = (schema: Schema) =>
    ['examples', 'enum', 'const', 'default'].some((keyword) => schema[keyword] !== undefined);
  expect(plain.length).toBeGreaterThan(100);
  expect(plain.filter(([, schema]) => !isShown(schema)).map(([path]) => path)).toEqual([]);
});

test('schemas that recur are components with names', () => {
  const names = Object.keys(document.components.schemas);
  expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
  // The document grows with its operations, and faster when each of them repeats a schema.
  expect(text.length / OPERATIONS.length).toBeLessThan(6_700);
});

/**
 * The routes in the router's own print: a line `│ └── /:name (GET, PUT)` continues the path above it, as does `.js`.
 */
function routesOf(print: string): readonly string[] {
  const parents: string[] = [];
  return print.split('\n').flatMap((line) => {
    const [, indent = '', part, methods] = /^([│├└─ ]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (part === undefined) return [];
    const depth = indent.length / 4 - 1;
    const path = `${parents[depth - 1] ?? ''}${part}`;
    parents.splice(depth, parents.length, path);
    return (methods?.split(', ') ?? []).map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  });
}

function undescribed(described: readonly (readonly [string, Schema])[]): readonly string[] {
  return described.flatMap(([path, schema]) => {
    const { description } = shown(schema);
    return typeof description === 'string' && description.length > 2 ? [] : [path];
  });
}

test('[N-6] the kind of a node may be left out, that of a group of nodes not', () => {
  const required = (name: string) => components[name]?.['required'];
  expect(required('EventsNode')).toBeUndefined();
  expect(required('ActionsNode')).toEqual(['id']);
  expect(required('GroupNode')).toContain('kind');
});
