import { DATABASE } from './engine-tables.ts';

/**
 * An engine process that is two shards, for tests: events lie in one table, a view gives each shard its own rows of
 * them, and what readers know as `events` is a Distributed table over the two. So queries are planned as on a cluster.
 * Rows go into the table itself: two shards that are one table would drop rows of an insert as repeated.
 */

/** Tables that are split in two, and by what. A lookup of one value lies on one shard. */
export const SHARDED_BY = { events: 'person_id', lookups: 'value' } as const;

type ShardedTable = keyof typeof SHARDED_BY;

/** The cluster of the configuration: two shards, both this process. */
export const TWO_SHARDS = 'two_shards';

/** The table with the rows behind a Distributed one. */
export function localTable(name: string): string {
  return `${name}_local`;
}

/** The view through which a shard reads its rows of a table. */
export function shardView(name: string): string {
  return `${name}_shard`;
}

const MADE = /^CREATE TABLE IF NOT EXISTS app\.(events|lookups)(?= )/;
const CHANGED = /^(?:ALTER TABLE|INSERT INTO) app\.(events|lookups)(?= )/;
/** The columns of the table are not the same afterwards. */
const OTHER_COLUMNS = /^ALTER TABLE app\.(?:events|lookups) (?:ADD|MODIFY|COMMENT|DROP) COLUMN /;

/** How statements ask the engine what it knows of a table. */
const ASKED: readonly (readonly [string, string])[] = [
  ...Object.keys(SHARDED_BY).flatMap((name) => [
    [`table = '${name}'`, `table = '${localTable(name)}'`] as const,
    [
      `mergeTreeIndex('${DATABASE}', '${name}')`,
      `mergeTreeIndex('${DATABASE}', '${localTable(name)}')`,
    ] as const,
  ]),
  ["table IN ('events', 'lookups')", `table IN ('${localTable('events')}', '${localTable('lookups')}')`],
  ['(events|event_ids|lookups) ', `(${localTable('events')}|event_ids|${localTable('lookups')}) `],
];

/** No view has it. */
const PREWHERE = /\bapp\.(events|lookups)\s+PREWHERE\b/g;

/** A table that a sub-query reads. */
const READ = /\bFROM app\.(\w+)/g;

/**
 * A mutation whose conditions read the rows themselves instead of both shards of them; other statements stay. Both
 * shards are this process, so a set inside a sub-query over them is needed twice, and the engine waits for ever for a
 * set that one mutation needs twice.
 * @param distributed the tables that stand before their rows
 */
export function readingRows(sql: string, distributed: readonly string[]): string {
  if (!sql.startsWith('ALTER TABLE ')) return sql;
  return sql.replaceAll(READ, (found, name: string) =>
    distributed.includes(name) ? `FROM ${DATABASE}.${localTable(name)}` : found,
  );
}

/** What a statement of the writer becomes on two shards, in order; its answer is that of the first. */
export function onTwoShards(sql: string): readonly [string, ...string[]] {
  const made = tableIn(MADE.exec(sql));
  if (made !== undefined)
    return [
      sql.replace(MADE, `CREATE TABLE IF NOT EXISTS ${DATABASE}.${localTable(made)}`),
      ...shards(made, 'IF NOT EXISTS'),
    ];
  const changed = tableIn(CHANGED.exec(sql));
  const asked = readingRows(
    ASKED.reduce((text, [from, to]) => text.replaceAll(from, to), sql).replaceAll(
      PREWHERE,
      (_, name: string) => `${DATABASE}.${localTable(name)} PREWHERE`,
    ),
    Object.keys(SHARDED_BY),
  );
  if (changed === undefined) return [asked];
  const local = asked.replace(`${DATABASE}.${changed}`, `${DATABASE}.${localTable(changed)}`);
  return OTHER_COLUMNS.test(sql) ? [local, ...shards(changed, 'OR REPLACE')] : [local];
}

function tableIn(found: RegExpExecArray | null): ShardedTable | undefined {
  const [, name] = found ?? [];
  return name === 'events' || name === 'lookups' ? name : undefined;
}

/** The view and the Distributed table, with the columns that the table has now, promoted ones included. */
function shards(name: ShardedTable, unless: 'IF NOT EXISTS' | 'OR REPLACE'): readonly string[] {
  const create = (what: string): string =>
    unless === 'OR REPLACE' ? `CREATE OR REPLACE ${what}` : `CREATE ${what} IF NOT EXISTS`;
  return [
    `${create('VIEW')} ${DATABASE}.${shardView(name)} AS SELECT * FROM ${DATABASE}.${localTable(name)}
      WHERE cityHash64(${SHARDED_BY[name]}) % 2 = shardNum() - 1 SETTINGS asterisk_include_materialized_columns = 1`,
    `${create('TABLE')} ${DATABASE}.${name} AS ${DATABASE}.${localTable(name)}
      ENGINE = Distributed(${TWO_SHARDS}, ${DATABASE}, ${shardView(name)})`,
  ];
}
