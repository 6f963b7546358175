import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ERROR_CATALOG } from '../../base/errors.ts';
import type { JsonSchema } from '../../schema/documented-as.ts';
import { type Int64, literal, memberName, typeOfSchema } from './type-of-schema.ts';

const RUNTIME = path.resolve(import.meta.dirname, '../../../assets/client/runtime.ts');

const named = z.string().regex(/^[A-Za-z]\w*$/);
const schemas = z.record(named, z.record(z.string(), z.unknown()));
const endpointSchema = z.looseObject({
  name: z.string(),
  version: z.int(),
  variables: named,
  row: named.optional(),
  results: named.optional(),
});
const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.looseObject({
      post: z.looseObject({ 'x-sluice': endpointSchema, description: z.string().optional() }),
    }),
  ),
  components: z.looseObject({ schemas }),
});

type Endpoint = z.output<typeof endpointSchema>;

/**
 * The client of a project as one file of TypeScript without dependencies: types of each endpoint, then what calls them.
 * The same endpoints make the same bytes, in whatever order they come.
 * @param document what `GET /endpoints/openapi.json` answers
 */
export function writeClient(document: unknown, { int64 }: { readonly int64: Int64 }): string {
  const { paths, components } = documentSchema.parse(document);
  const endpoints = Object.values(paths)
    .map(({ post }) => post['x-sluice'])
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const body = [
    endpointsType(endpoints),
    componentTypes(endpoints, components.schemas, int64),
    `export type ErrorCode =${Object.keys(ERROR_CATALOG)
      .sort()
      .map((code) => `\n  | ${literal(code)}`)
      .join('')};`,
    `const INT64: 'number' | 'string' = ${literal(int64)};`,
    `/** The endpoints that answer rows. */\nconst TABLES: readonly string[] = [${tables(endpoints)}];`,
    runtime(),
  ].join('\n\n');
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return `${HEADER}// ${endpoints.length} endpoints, ${digest}\n\n${body}`;
}

const HEADER = `// Made by \`sluice generate ts\`: changes are lost with the next time.
// biome-ignore-all lint: generated
/* eslint-disable */
`;

function tables(endpoints: readonly Endpoint[]): string {
  return endpoints.flatMap(({ name, row }) => (row === undefined ? [] : [literal(name)])).join(', ');
}

function endpointsType(endpoints: readonly Endpoint[]): string {
  const members = endpoints.map(({ name, variables, row, results }) => {
    const answer = row === undefined ? `results: ${results ?? 'unknown'}` : `row: ${row}`;
    return `  readonly ${memberName(name)}: { readonly variables: ${variables}; readonly ${answer} };\n`;
  });
  return `export interface Endpoints {\n${members.join('')}}`;
}

/** The types that endpoints name, and what these refer to, by name. */
function componentTypes(
  endpoints: readonly Endpoint[],
  schemas: Readonly<Record<string, JsonSchema>>,
  int64: Int64,
): string {
  const written = new Map<string, string>();
  const wanted = endpoints.flatMap(({ variables, row, results }) => [variables, row, results]);
  const names = wanted.filter((name) => name !== undefined);
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (written.has(name)) continue;
    const type = typeOfSchema(schemas[name] ?? {}, { int64, refer: (other) => void names.push(other) });
    written.set(name, `${comment(schemas[name])}export type ${name} = ${type};`);
  }
  return [...written]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, text]) => text)
    .join('\n\n');
}

/** What a schema says of itself; it may hold texts of users. */
function comment({ description }: JsonSchema = {}): string {
  if (typeof description !== 'string' || description === '') return '';
  const oneLine = description.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /');
  return `/** ${oneLine} */\n`;
}

/** The part that is the same in every client, without what it imports where it is tested. */
function runtime(): string {
  return readFileSync(RUNTIME, 'utf8').replace(/^import [^;]*;\n+/, '');
}
