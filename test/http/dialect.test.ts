import { beforeAll, describe, expect, test } from 'vitest';
import { FUNCTION_ROWS } from '../../src/query/catalog/functions/function-table.ts';
import { TABLES } from '../../src/query/catalog/tables/tables.ts';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { makeKey } from './operation-calls.ts';

// [CON-7.1], [CON-7.2].

interface Dialect {
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly {
      readonly name: string;
      readonly type: string;
      readonly is_hidden: boolean;
    }[];
    readonly joins: readonly { readonly name: string; readonly table: string; readonly from: string }[];
  }[];
  readonly functions: readonly {
    readonly name: string;
    readonly signature: string;
    readonly answers: string;
  }[];
  readonly keywords: readonly string[];
  readonly placeholders: readonly { readonly text: string }[];
}

let service: TestProject;
let dialect: Dialect;
beforeAll(async () => {
  service = await shareService();
  dialect = (await service.call('GET', '/api/dialect')).json;
});

const validate = async (query: string) =>
  (await service.call('POST', 'endpoints/validate', { body: { query: { kind: 'HogQLQuery', query } } })).json;

describe('the dialect as editors see it', () => {
  test('has every table with columns that compile to the types it says', async () => {
    expect(dialect.tables.map(({ name }) => name)).toEqual([
      ...Object.keys(TABLES),
      ...dialect.tables.map(({ name }) => name).filter((name) => name.startsWith('system.')),
      'numbers(n)',
    ]);
    for (const { name, columns } of dialect.tables) {
      const chosen = columns.map((column) => `\`${column.name}\``).join(', ');
      const answer = await validate(`select ${chosen} from ${name.replace('(n)', '(1)')}`);
      expect(answer.errors ?? [], name).toEqual([]);
      const said = columns.map(({ type }) => type.replace('JSON', 'String'));
      const types = answer.columns.map(({ type }: { type: string }) => type.replace(/, '[A-Z][^']*'/, ''));
      expect(types, name).toEqual(said);
    }
  });

  test('`*` gives the columns that are not hidden, in their order', async () => {
    for (const { name, columns } of dialect.tables) {
      const answer = await validate(`select * from ${name.replace('(n)', '(1)')}`);
      const seen = columns.filter((column) => !column.is_hidden).map((column) => column.name);
      expect(
        answer.columns.map((column: { name: string }) => column.name),
        name,
      ).toEqual(seen);
    }
  });

  test('a join that it names needs no JOIN', async () => {
    const joins = dialect.tables.flatMap((table) => table.joins.map((join) => ({ table, join })));
    expect(joins.length).toBeGreaterThan(5);
    for (const { table, join } of joins) {
      const [column] = dialect.tables.find(({ name }) => name === join.table)?.columns ?? [];
      const answer = await validate(`select ${join.name}.${column?.name}, ${join.from} from ${table.name}`);
      expect(answer.errors ?? [], `${table.name}.${join.name}`).toEqual([]);
    }
  });

  test('has every function that may be called, and none that may not', () => {
    const names = new Set(dialect.functions.map(({ name }) => name));
    const callable = FUNCTION_ROWS.filter(({ internal }) => internal !== true).map(({ name }) => name);
    expect(callable.filter((name) => !names.has(name))).toEqual([]);
    expect([...names].filter((name) => !callable.includes(name))).toEqual([
      'matchesAction',
      'getSurveyResponse',
      'uniqueSurveySubmissionsFilter',
    ]);
    expect(dialect.functions.find(({ name }) => name === 'lower')).toEqual({
      name: 'lower',
      family: 'Strings',
      kind: 'scalar',
      signature: 'lower(string)',
      answers: 'String',
      sentence: 'Function that answers String.',
    });
  });

  test('each placeholder may stand where it belongs', async () => {
    const conditions = dialect.placeholders.map(({ text }) =>
      text === '{filters}' ? text : `timestamp >= ${text.replace('<name>', 'since')}`,
    );
    const answer = await validate(`select 1 from events where ${conditions.join(' and ')}`);
    expect(answer.errors ?? []).toEqual([]);
    expect(conditions).toHaveLength(4);
  });

  test('keywords are no bare names', async () => {
    expect(dialect.keywords).toEqual([...new Set(dialect.keywords)].sort());
    for (const word of ['SELECT', 'QUALIFY', 'NULL', 'WINDOW']) expect(dialect.keywords).toContain(word);
  });
});

describe('the bytes', () => {
  test('have a strong ETag that answers 304, another one for each coding', async () => {
    const { headers } = await service.call('GET', '/api/dialect');
    const plain = String(headers['etag']);
    expect(plain).toMatch(/^"[\w-]{16}"$/);
    const again = await service.call('GET', '/api/dialect', { headers: { 'if-none-match': plain } });
    expect([again.status, again.text]).toEqual([304, '']);
    const packed = await service.call('GET', '/api/dialect', {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': plain.replace(/"$/, '-gzip"') },
    });
    expect([packed.status, packed.headers['etag']]).toEqual([304, plain.replace(/"$/, '-gzip"')]);
  });

  test('any key may have them', async () => {
    const { value } = await makeKey(service, { scopes: ['event:write'] });
    expect((await service.call('GET', '/api/dialect', { key: value })).status).toBe(200);
    expect((await service.call('GET', '/api/dialect', { key: null })).status).toBe(401);
  });
});
