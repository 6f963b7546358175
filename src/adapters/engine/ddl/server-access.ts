import type { ServerForm } from '../server-form.ts';
import { quoteText } from '../statements/session-statements.ts';
import { DATABASE, ENGINE_TABLES } from './engine-tables.ts';
import { tablesOf, tablesWithRows } from './server-tables.ts';

/** The settings profile and the role of callers' queries on a server. */
const READER = 'sluice_reader';

/**
 * The row policy of every table on a server: rows of the project whose user asked. The user who began a query is known
 * on every shard, a query cannot change it, and any other user's name gives project 0, which never exists (decision
 * 0059).
 */
export const USER_CONDITION =
  "project_id = toUInt64OrZero(extract(currentUser(), '^sluice_p_([1-9][0-9]{0,15})$'))";

export interface ServerAccess {
  readonly form: ServerForm;
  /** The service's own user. */
  readonly writer: string;
  /** Names of the settings that the service sends with a reader's query. */
  readonly settings: readonly string[];
  /** Queries of one project, with their parts on shards, that a server runs at once. */
  readonly queriesOfProject: number;
}

/**
 * What would let rows of other projects through, or leave rows out: no query may change it. Plans in binary form and
 * parallel replicas skip the policies of shards, caches may hand on what another user has read.
 */
const FIXED_SETTINGS: readonly string[] = [
  'serialize_query_plan = 0',
  'enable_parallel_replicas = 0',
  'use_query_condition_cache = 0',
  'use_query_cache = 0',
  'skip_unavailable_shards = 0',
  'allow_introspection_functions = 0',
];

/** Only the shard that has a value of a lookup is asked for it. */
const ON_CLUSTER = 'optimize_skip_unused_shards = 1';

/** The longest query of a reader that a setting or a step of the service allows, seconds. */
const LONGEST_QUERY_SECONDS = 86_400;

/**
 * Statements that make profile, role, policies and rights on a server, in an order in which no reader ever reads
 * without a policy: readers come last (`projectUserStatements`). The service's own user needs the right to manage
 * access. A server does not check texts, so the service does that before it sends them.
 */
export function serverAccessStatements(access: ServerAccess): readonly string[] {
  const { form, writer } = access;
  const withRows = ENGINE_TABLES.map((table) => `${DATABASE}.${tablesWithRows(form, table)}`).join(', ');
  const policy = (name: string) => `CREATE ROW POLICY OR REPLACE ${name}${form.onCluster} ON ${withRows}`;
  const granted = ENGINE_TABLES.filter(({ tenant }) => tenant).flatMap((table) => tablesOf(form, table));
  return [
    profileStatement(access),
    `CREATE ROLE IF NOT EXISTS ${READER}${form.onCluster}`,
    // Not to the role alone: a user without a policy would read everything.
    `${policy('sluice_tenant')} USING ${USER_CONDITION} AS PERMISSIVE TO ALL EXCEPT ${quoteUser(writer)}`,
    `${policy('sluice_service')} USING 1 TO ${quoteUser(writer)}`,
    ...granted.map((name) => `GRANT${form.onCluster} SELECT ON ${DATABASE}.${name} TO ${READER}`),
  ];
}

function profileStatement({ form, settings, queriesOfProject }: ServerAccess): string {
  const fixed = [
    ...FIXED_SETTINGS,
    ...(form.cluster === undefined ? [] : [ON_CLUSTER]),
    `max_concurrent_queries_for_user = ${queriesOfProject}`,
  ].map((setting) => `${setting} CONST`);
  const changeable = settings.map((name) =>
    name === 'max_execution_time'
      ? `${name} = 10 MAX ${LONGEST_QUERY_SECONDS} CHANGEABLE_IN_READONLY`
      : `${name} CHANGEABLE_IN_READONLY`,
  );
  return `CREATE SETTINGS PROFILE OR REPLACE ${READER}${form.onCluster} SETTINGS ${['readonly = 1', ...fixed, ...changeable].join(', ')}`;
}

/** The user as whom the queries of a project run. */
export function projectUser(projectId: number): string {
  return `sluice_p_${projectId}`;
}

/** Makes the users of projects where they are missing. May be repeated, and repairs what a crash left in between. */
export function projectUserStatements(
  { onCluster }: ServerForm,
  projectIds: readonly number[],
  passwordHash: string,
): readonly string[] {
  const users = projectIds.map(projectUser).join(', ');
  return [
    `CREATE USER IF NOT EXISTS ${users}${onCluster} IDENTIFIED WITH sha256_hash BY ${quoteText(passwordHash)} SETTINGS PROFILE '${READER}'`,
    `GRANT${onCluster} ${READER} TO ${users}`,
  ];
}

/** Users that exist, one a row. */
export const PROJECT_USERS_STATEMENT = "SELECT name FROM system.users WHERE startsWith(name, 'sluice_p_')";

export function dropUserStatement({ onCluster }: ServerForm, projectId: number): string {
  return `DROP USER IF EXISTS ${projectUser(projectId)}${onCluster}`;
}

/** Names that are no plain words need quotes. */
function quoteUser(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replaceAll(/[\\`]/g, (mark) => `\\${mark}`)}\``;
}
