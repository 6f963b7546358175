import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClickHouseEngine } from '../../src/adapters/engine/clickhouse-engine.ts';
import { ClickHouseHttp, laneConnections } from '../../src/adapters/engine/clickhouse-http.ts';
import { createClickHouseServerEngine } from '../../src/adapters/engine/clickhouse-server-engine.ts';
import { DATABASE, ENGINE_TABLES } from '../../src/adapters/engine/ddl/engine-tables.ts';
import { makeTables } from '../../src/adapters/engine/ddl/make-tables.ts';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import {
  CLUSTER_SETTINGS,
  DDL_ON_CLUSTER,
  OUTPUT_SETTINGS,
  QUERY_SETTINGS,
  SERVER_SETTINGS,
} from '../../src/adapters/engine/query-settings.ts';
import { PARSE_STATEMENT } from '../../src/adapters/engine/statements/session-statements.ts';
import { answerAsServer, type ServerAnswers } from '../fixtures/answer-as-server.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { type Recorded, startRecorder } from '../fixtures/start-recorder.ts';
import { USES } from '../fixtures/use-every-statement.ts';

// [ENG-3.5], [ENG-10.4]. Every statement in each of the three forms of an engine, as it leaves the service. Whoever
// changes one sees the change in `test/fixtures/engine-forms`. No server is here: that 26.7 can read each text is
// tested, that a server does what it says is for `sluice smoke`.

type Form = 'embedded' | 'server' | 'cluster';
const FORMS: readonly Form[] = ['embedded', 'server', 'cluster'];

interface Use {
  readonly about: string;
  readonly requests: readonly Recorded[];
}

const recorded = new Map<Form, readonly Use[]>();

beforeAll(async () => {
  for (const form of FORMS) recorded.set(form, await record(form));
});

let parser: Engine;
beforeAll(async () => {
  parser = await shareEngine();
});

/** Whoever asks whether there is something is told that there is, so that what follows is seen too. */
const THERE_IS: ServerAnswers = [
  [/^SELECT 1 FROM (?!.*system\.mutations)/s, [[1]]],
  [/^SELECT DISTINCT/, [['0192f0a0-0000-7000-8000-000000000001']]],
  [/^SELECT toUInt32\(count\(\)\) FROM/, [[1]]],
  [/^SELECT uuid FROM app\.events/, [['0192f0a0-0000-7000-8000-000000000001']]],
  [/^SELECT name FROM system\.tables/, [['fold_7_old']]],
  [/^SELECT count\(\) FROM (?!system\.clusters|app\.sluice_probe)/, [[0]]],
  [/^SELECT name FROM system\.users/, [['sluice_p_7']]],
];

async function record(form: Form): Promise<readonly Use[]> {
  const recorder = await startRecorder(answerAsServer(THERE_IS));
  const uses: Use[] = [];
  const note = async <Value>(about: string, work: () => Promise<Value>): Promise<Value> => {
    const from = recorder.requests.length;
    const value = await work();
    uses.push({ about, requests: recorder.requests.slice(from) });
    return value;
  };
  const engine = await note('the start', () => start(form, recorder.url));
  for (const [about, work] of USES) await note(about, () => work(engine));
  await engine.close();
  await recorder.close();
  return uses;
}

async function start(form: Form, url: string): Promise<Engine> {
  if (form !== 'embedded')
    return createClickHouseServerEngine({
      url,
      allowedFunctions: ['count'],
      ...(form === 'cluster' && { cluster: 'main' }),
    });
  const credentials = { password: 'secret' };
  const connection = new ClickHouseHttp(
    {
      url: new URL(url).origin,
      reader: { user: 'reader', ...credentials },
      writer: { user: 'writer', ...credentials },
    },
    laneConnections({ read: 1, long: 1 }),
  );
  const engine = new ClickHouseEngine({ connection: () => connection });
  await makeTables(engine);
  return engine;
}

const requestsOf = (form: Form): readonly Recorded[] =>
  (recorded.get(form) ?? []).flatMap(({ requests }) => requests);

describe.each(FORMS)('%s', (form) => {
  test('the statements, users and settings are those on record', async () => {
    const text = (recorded.get(form) ?? []).map(({ about, requests }) =>
      [`-- ${about} ${'-'.repeat(100 - about.length)}`, ...requests.map(entryOf)].join('\n\n'),
    );
    await expect(`${text.join('\n\n')}\n`).toMatchFileSnapshot(`../fixtures/engine-forms/${form}.sql`);
  });

  test('the engine reads every statement', async () => {
    for (const sql of new Set(requestsOf(form).map(({ sql: given }) => given)))
      await parser
        .command(PARSE_STATEMENT, { text: { type: 'String', value: sql } })
        .catch((error: unknown) => {
          throw new Error(`not read: ${sql}`, { cause: error });
        });
  });

  test('[ENG-7.5]: every insert is written at once, and none is taken for an earlier one', () => {
    const inserts = requestsOf(form).filter(({ sql }) => /^\s*INSERT/.test(sql));
    expect(inserts.length).toBeGreaterThan(8);
    for (const { settings, sql } of inserts)
      expect(settings, sql).toMatchObject({ async_insert: '0', deduplicate_insert: 'disable' });
  });

  test('no statement holds a key or a password', () => {
    for (const { sql } of requestsOf(form)) {
      expect(sql).not.toContain('p@ss');
      expect(sql).not.toMatch(/s3\('|access_key|secret_access/i);
    }
  });
});

/** The statement, who asks, and the settings that are not those of every statement. */
function entryOf({ user, settings, sql }: Recorded): string {
  const isDefinition = settings['distributed_ddl_output_mode'] !== undefined;
  const common: Readonly<Record<string, unknown>> = { ...COMMON, ...(isDefinition ? DDL_ON_CLUSTER : {}) };
  const own = Object.entries(settings)
    .filter(([name, value]) => String(common[name]) !== value && !MEMBERS.includes(name))
    .map(([name, value]) => `${name}=${value}`);
  const database = settings['database'] === undefined ? '' : ` in ${settings['database']}`;
  const ddl = isDefinition ? ' ddl' : '';
  return `-- ${user}${database}${ddl} ${own.sort().join(' ')}`
    .trimEnd()
    .concat('\n', withoutChance(sql), ';');
}

/** What every statement carries, or every one of a form. */
const COMMON = { ...QUERY_SETTINGS, ...OUTPUT_SETTINGS, ...SERVER_SETTINGS, ...CLUSTER_SETTINGS };

const MEMBERS = ['default_format', 'query_id', 'wait_end_of_query', 'database'];

/** Ids that are made anew each time. */
function withoutChance(sql: string): string {
  const known = /0192f0a0-?0000/;
  return sql.replaceAll(/[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/g, (id) =>
    known.test(id) ? id : '<id>',
  );
}

describe.each(['server', 'cluster'] as const)('on a %s', (form) => {
  const texts = (): readonly string[] => requestsOf(form).map(({ sql }) => sql);

  test('every table has its policies before anybody may read it, and readers come last', () => {
    const statements = texts();
    const at = (pattern: RegExp): number => statements.findIndex((sql) => pattern.test(sql));
    const policies = statements.filter((sql) => sql.startsWith('CREATE ROW POLICY'));
    expect(policies).toHaveLength(2);
    for (const { name, tenant, onCluster } of ENGINE_TABLES) {
      const isSharded = form === 'cluster' && onCluster.kind === 'sharded';
      const rows = `${DATABASE}.${name}${isSharded ? '_local' : ''}`;
      for (const policy of policies) expect(tablesOf(policy), `a policy on ${rows}`).toContain(rows);
      const grants = statements.filter(
        (sql) => /^GRANT.* SELECT ON app/.test(sql) && sql.includes(` ${rows} TO`),
      );
      expect(grants, `rights on ${rows}`).toHaveLength(tenant ? 1 : 0);
    }
    expect(at(/^CREATE TABLE/)).toBeLessThan(at(/^CREATE ROW POLICY/));
    expect(at(/^CREATE ROW POLICY/)).toBeLessThan(at(/^GRANT/));
    expect(at(/^GRANT/)).toBeLessThan(at(/^CREATE USER .*sluice_p_/));
  });

  test('no policy stands on a Distributed table, and no reader writes', () => {
    const distributed = texts().flatMap(
      (sql) => /CREATE TABLE IF NOT EXISTS (app\.\w+)[\s\S]*Distributed\(/.exec(sql)?.[1] ?? [],
    );
    expect(distributed).toHaveLength(form === 'cluster' ? 5 : 0);
    for (const policy of texts().filter((sql) => sql.startsWith('CREATE ROW POLICY')))
      for (const table of distributed) expect(tablesOf(policy)).not.toContain(table);
  });

  test('a query of a project comes as the user of the project', () => {
    const readers = requestsOf(form).filter(({ user }) => user !== 'sluice' && user !== 'sluice_probe');
    expect(new Set(readers.map(({ user }) => user))).toEqual(new Set(['sluice_p_7']));
    for (const { settings } of readers) expect(settings['database']).toBeUndefined();
  });

  test('no mutation reads another table, and none waits in the queue of DDL', () => {
    const mutations = requestsOf(form).filter(({ sql }) =>
      /^ALTER TABLE \S+( ON CLUSTER main)? (DELETE|UPDATE)/.test(sql),
    );
    expect(mutations.length).toBeGreaterThan(15);
    for (const { sql, settings } of mutations) {
      expect(sql).not.toMatch(/\bSELECT\b|joinGet|dictGet/);
      if (form === 'cluster') expect(settings['mutations_sync'], sql).toBe('0');
    }
  });

  test('users are made by the hundred, and the user of a deleted project goes', () => {
    expect(texts().filter((sql) => /^CREATE USER .*sluice_p_/.test(sql))).toHaveLength(2);
    expect(texts().filter((sql) => sql.startsWith('DROP USER IF EXISTS sluice_p_7'))).toHaveLength(1);
  });
});

test('on a cluster, rows are changed where they lie, and what is new is asked of all replicas', () => {
  const statements = requestsOf('cluster');
  for (const { sql } of statements.filter((each) => /^ALTER TABLE/.test(each.sql))) {
    const [, table = '', cluster] = /^ALTER TABLE app\.(\w+)( ON CLUSTER main)?/.exec(sql) ?? [];
    const isWhole = ENGINE_TABLES.some(({ name, onCluster }) => name === table && onCluster.kind === 'whole');
    expect(cluster === undefined, sql).toBe(isWhole);
  }
  const known = statements.filter(({ sql }) => sql.includes('groupUniqArray(source)'));
  expect(known.map(({ sql }) => /FROM (.*) WHERE/.exec(sql)?.[1])).toEqual([
    'app.event_ids',
    "clusterAllReplicas('main', app.event_ids_local)",
  ]);
  expect(known.map(({ settings }) => settings['skip_unavailable_shards'])).toEqual([undefined, '1']);
});

function tablesOf(policy: string): readonly string[] {
  return (/ ON (app\.[^A-Z]+) USING/.exec(policy)?.[1] ?? '').split(', ');
}

afterAll(() => recorded.clear());
