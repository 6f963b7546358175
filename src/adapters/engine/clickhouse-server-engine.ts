import { createHash, createHmac } from 'node:crypto';
import type { EngineParameters } from '../../base/engine-parameter.ts';
import { AppError, isAppError } from '../../base/errors.ts';
import { SharedRuns } from '../../base/shared-runs.ts';
import { StartupError } from '../../base/startup-error.ts';
import { ClickHouseEngine, type ClickHouseEngineParts } from './clickhouse-engine.ts';
import { ClickHouseHttp, type Credentials, laneConnections } from './clickhouse-http.ts';
import { DATABASE } from './ddl/engine-tables.ts';
import {
  PROJECT_USERS_STATEMENT,
  projectUser,
  projectUserStatements,
  serverAccessStatements,
} from './ddl/server-access.ts';
import { serverTableStatements } from './ddl/server-tables.ts';
import type { CommandOptions, EngineRows } from './engine.ts';
import { greetEngine } from './greet-engine.ts';
import { parseRows } from './parse-rows.ts';
import {
  CLUSTER_SETTINGS,
  clusterInsertSettings,
  DDL_ON_CLUSTER,
  type EngineSettings,
  OUTPUT_SETTINGS,
  QUERY_LIMIT_NAMES,
  QUERY_SETTINGS,
  SERVER_SETTINGS,
} from './query-settings.ts';
import { refuseBeforeSending } from './refuse-before-sending.ts';
import { hasClusterSecret } from './secret-probe.ts';
import { readServerFacts, readVersion, type ServerFacts } from './server-facts.ts';
import { type ServerForm, storedTable } from './server-form.ts';
import { ServerProbe } from './server-probe.ts';
import { giveEngineId } from './statements/engine-id.ts';

export interface ClickHouseServerOptions {
  /** Address of the HTTP interface, with name and password of a user who may manage tables and access. */
  readonly url: string;
  /** Cluster on which the tables stand; absent = one server. */
  readonly cluster?: string;
  /** Replicas that must have a block before an insert answers; absent = a majority where shards have three replicas. */
  readonly quorum?: number;
  /** Names of the engine functions that readers may call, as the compiler spells them. */
  readonly allowedFunctions: readonly string[];
  /** How many queries of runs, and how many long queries, run at once. */
  readonly places?: { readonly read: number; readonly long: number };
}

const DEFAULT_PLACES = { read: 8, long: 6 };

/** A net beneath the places of the service: each query may have parts on shards, and several services may ask. */
const QUERIES_FOR_A_PLACE = 10;

/**
 * Connects to a ClickHouse server or cluster and makes database, tables, role, row policies and rights where they are
 * missing.
 * @throws AppError engine_unavailable when the server cannot be reached; StartupError when it is not fit
 */
export async function createClickHouseServerEngine(
  options: ClickHouseServerOptions,
): Promise<ClickHouseServerEngine> {
  const engine = await connectServerEngine(options);
  try {
    for (const sql of serverTableStatements(engine.form)) await engine.command(sql);
    await engine.makeAccess();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** As `createClickHouseServerEngine`, but makes nothing. */
export async function connectServerEngine(options: ClickHouseServerOptions): Promise<ClickHouseServerEngine> {
  const places = options.places ?? DEFAULT_PLACES;
  const { writer, passwordHash, connection } = connectToServer(options.url, places);
  try {
    const facts = await readServerFacts(new ServerProbe(connection), options.cluster);
    const queriesOfProject = QUERIES_FOR_A_PLACE * (places.read + places.long);
    return new ClickHouseServerEngine(
      { ...partsOf(options, facts), connection },
      { writer: writer.user, passwordHash, queriesOfProject },
    );
  } catch (error) {
    await connection.destroy();
    throw error;
  }
}

/** The connections to a server, with the password of all project users. It never leaves the service. */
export function connectToServer(address: string, places = DEFAULT_PLACES) {
  const url = new URL(address);
  const writer: Credentials = {
    user: decodeURIComponent(url.username) || 'default',
    password: decodeURIComponent(url.password),
  };
  const password = readerPassword(writer.password);
  // Each query names the user of its project.
  const addresses = { url: url.origin, reader: { user: '', password }, writer };
  return {
    writer,
    passwordHash: createHash('sha256').update(password).digest('hex'),
    connection: new ClickHouseHttp(addresses, laneConnections(places)),
  };
}

/**
 * Whether a ClickHouse server answers there and takes the name and password of the address. An engine process takes no
 * such password: its own are derived.
 */
export async function answersAsServer(address: string): Promise<boolean> {
  const { connection } = connectToServer(address);
  try {
    return /^\d+\.\d+/.test(await readVersion(new ServerProbe(connection)));
  } catch {
    return false;
  } finally {
    await connection.destroy();
  }
}

/** The same password for every replica; unknown to anybody who does not know the writer's password. */
function readerPassword(writerPassword: string): string {
  return createHmac('sha256', writerPassword).update('sluice_reader').digest('hex');
}

function partsOf(
  { allowedFunctions, quorum }: ClickHouseServerOptions,
  { form, replicas }: ServerFacts,
): Omit<ClickHouseEngineParts, 'connection'> & { readonly form: ServerForm } {
  const isCluster = form.cluster !== undefined;
  return {
    form,
    settings: {
      ...QUERY_SETTINGS,
      ...OUTPUT_SETTINGS,
      ...SERVER_SETTINGS,
      ...(isCluster ? CLUSTER_SETTINGS : {}),
    },
    ...(isCluster && { insertSettings: clusterInsertSettings(quorum ?? defaultQuorum(replicas)) }),
    isShared: true,
    checkQuery: refuseBeforeSending(allowedFunctions),
  };
}

/** Of two replicas a majority is both: one that is down would stop capture. */
export function defaultQuorum(replicas: readonly number[]): number | 'auto' {
  return replicas.every((count) => count >= 3) ? 'auto' : 0;
}

async function refuseWithoutSecret(
  probe: ServerProbe,
  form: ServerForm,
  passwordHash: string,
): Promise<void> {
  if (await hasClusterSecret(probe, form, { database: DATABASE, passwordHash })) return;
  throw new StartupError(
    `The shards of the cluster ${form.cluster} do not know who asks. Give the cluster a <secret> in remote_servers of every node (deploy/clickhouse/cluster.xml), and start again.`,
  );
}

/** Users that one statement makes. */
const USERS_AT_ONCE = 500;

/** Time in which the replicas of a cluster fetch what was written a moment ago. */
const SETTLE: CommandOptions = { timeoutMs: 25_000, settings: { distributed_ddl_task_timeout: 20 } };

/** Statements that the hosts of a cluster do together. */
const DEFINITION = /^(?:CREATE|ALTER|DROP|GRANT|SYSTEM|KILL MUTATION) /;

interface ServerUsers {
  /** The service's own user. */
  readonly writer: string;
  /** Of the password of all project users. */
  readonly passwordHash: string;
  readonly queriesOfProject: number;
}

type ServerParts = Omit<ClickHouseEngineParts, 'connection'> & {
  readonly form: ServerForm;
  readonly connection: ClickHouseHttp;
};

export class ClickHouseServerEngine extends ClickHouseEngine {
  override readonly form: ServerForm;
  readonly #connection: ClickHouseHttp;
  readonly #users: ServerUsers;
  readonly #readerSettings: readonly string[];
  readonly #settling = new SharedRuns();

  constructor({ connection, ...parts }: ServerParts, users: ServerUsers) {
    super({ ...parts, connection: () => connection });
    this.form = parts.form;
    this.#connection = connection;
    this.#users = users;
    this.#readerSettings = readerSettings(parts.settings ?? {});
  }

  /**
   * Makes profile, role, policies and rights for tables that are there.
   * @throws StartupError when shards do not know who asks
   */
  async makeAccess(): Promise<void> {
    const { form } = this;
    const { passwordHash } = this.#users;
    const access = { form, settings: this.#readerSettings, ...this.#users };
    for (const sql of serverAccessStatements(access)) await this.command(sql);
    if (form.cluster !== undefined)
      await refuseWithoutSecret(new ServerProbe(this.#connection), form, passwordHash);
  }

  /** The id that the engine was given; empty when it has none. */
  async readId(): Promise<string> {
    return (await greetEngine(this.#connection)).engineId;
  }

  async giveId(engineId: string): Promise<void> {
    await giveEngineId(this, engineId);
  }

  override async command(
    sql: string,
    parameters: EngineParameters = {},
    options: CommandOptions = {},
  ): Promise<EngineRows> {
    if (this.form.cluster === undefined || !DEFINITION.test(sql))
      return super.command(sql, parameters, options);
    return super.command(sql, parameters, {
      ...options,
      settings: { ...DDL_ON_CLUSTER, ...options.settings },
    });
  }

  override async ensureProject(projectId: number): Promise<void> {
    await this.#makeUsers([projectId]);
  }

  /** Makes the users of many projects in few statements. */
  override async prepareProjects(projectIds: readonly number[]): Promise<void> {
    const found = new Set(parseRows(await this.command(PROJECT_USERS_STATEMENT)).map(([name]) => name));
    const missing = projectIds.filter((id) => !found.has(projectUser(id)));
    for (let start = 0; start < missing.length; start += USERS_AT_ONCE)
      await this.#makeUsers(missing.slice(start, start + USERS_AT_ONCE));
  }

  override async settle(tables: readonly string[] = []): Promise<void> {
    if (this.form.cluster === undefined) return;
    for (const table of tables) await this.#settling.run(table, () => this.#settle(table));
  }

  async #settle(table: string): Promise<void> {
    const sql = `SYSTEM SYNC REPLICA ON CLUSTER ${this.form.cluster} ${storedTable(this.form, table)} LIGHTWEIGHT`;
    try {
      await this.command(sql, {}, SETTLE);
    } catch (error) {
      if (!isAppError(error, 'query_timeout')) throw error;
      throw new AppError('engine_unavailable', 'The events are stored and not visible everywhere yet.', {
        cause: error,
        retryAfterSeconds: 1,
      });
    }
  }

  async #makeUsers(projectIds: readonly number[]): Promise<void> {
    for (const sql of projectUserStatements(this.form, projectIds, this.#users.passwordHash))
      await this.command(sql);
  }
}

/** Every setting that may come with a reader's query. */
function readerSettings(settings: EngineSettings): readonly string[] {
  return [...new Set([...Object.keys(settings), ...QUERY_LIMIT_NAMES])];
}
