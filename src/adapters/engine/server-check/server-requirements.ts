import { DATABASE } from '../ddl/engine-tables.ts';
import { EngineException } from '../engine-error.ts';
import {
  DDL_ON_CLUSTER,
  INSERT_SETTINGS,
  OUTPUT_SETTINGS,
  QUERY_SETTINGS,
  SERVER_SETTINGS,
} from '../query-settings.ts';
import { isAtLeast, isSupported, OLDEST_VERSION, readVersion } from '../server-facts.ts';
import type { ServerProbe } from '../server-probe.ts';
import { quoteText } from '../statements/session-statements.ts';
import { type Check, CheckProblem } from './check-line.ts';

/** What the checks of a server work with. */
export interface ServerContext {
  readonly probe: ServerProbe;
  /** Address without name and password. */
  readonly origin: string;
  readonly cluster: string | undefined;
  readonly passwordHash: string;
  readonly allowedFunctions: readonly string[];
}

export type Requirement = Check<ServerContext>;

const AUTHENTICATION_FAILED = 516;

export const ANSWERS: Requirement = {
  about: 'answers',
  look: async ({ probe, origin }) => {
    try {
      await probe.ask({ sql: 'SELECT 1' });
      return origin;
    } catch (error) {
      if (!(error instanceof EngineException))
        throw new CheckProblem(
          `Nothing that speaks ClickHouse's HTTP protocol answers at ${origin}. Start the server, or mend SLUICE_ENGINE_URL.`,
        );
      if (error.engineCode !== AUTHENTICATION_FAILED) throw error;
      throw new CheckProblem(
        `${origin} refuses the name and password of SLUICE_ENGINE_URL. Make the user (deploy/clickhouse/service-user.sql), or mend the setting.`,
      );
    }
  },
};

/** Versions from which on settings in sub-selects keep to what a profile allows, by their minor version. */
const CLAMPED: Readonly<Record<string, string>> = {
  '26.3': '26.3.27.4',
  '26.6': '26.6.4.51',
  '26.7': '26.7.6.49',
};
const CLAMPED_SINCE = '26.8.2.2';

const VERSION: Requirement = {
  about: 'version',
  look: async ({ probe }) => {
    const version = await readVersion(probe);
    if (!isSupported(version))
      throw new CheckProblem(`It is ${version}; ${OLDEST_VERSION} or newer is needed. Upgrade the server.`);
    const minor = version.split('.').slice(0, 2).join('.');
    if (isAtLeast(version, CLAMPED[minor] ?? CLAMPED_SINCE)) return version;
    throw new CheckProblem(
      `${version} lets settings of sub-selects pass a profile. The service sends no text with settings; upgrade all the same, to ${CLAMPED[minor] ?? CLAMPED_SINCE} or newer.`,
      'WARN',
    );
  },
};

const SETTINGS: Requirement = {
  about: 'settings that the service sends',
  look: async ({ probe }) => {
    const sent = Object.keys({
      ...QUERY_SETTINGS,
      ...OUTPUT_SETTINGS,
      ...SERVER_SETTINGS,
      ...INSERT_SETTINGS,
      ...DDL_ON_CLUSTER,
    });
    return missingOf(await namesIn(probe, 'settings', sent), sent, 'settings');
  },
};

const FUNCTIONS: Requirement = {
  about: 'functions that queries use',
  look: async ({ probe, allowedFunctions }) => {
    const known = new Set((await namesIn(probe, 'functions', [])).map((name) => name.toLowerCase()));
    const used = allowedFunctions.filter((name) => !SYNTAX.has(name));
    const missing = used.filter((name) => !isKnown(name.toLowerCase(), known));
    return missingOf(
      used.filter((name) => !missing.includes(name)),
      used,
      'functions',
    );
  },
};

const SYNTAX: ReadonlySet<string> = new Set(['CAST', 'numbers']);
/** What makes a function of another one, such as `countIf`: no list has these. */
const COMBINATOR = /(?:if|array|map|distinct|ornull|ordefault|merge|state|foreach|resample|argmin|argmax)$/;

function isKnown(name: string, known: ReadonlySet<string>): boolean {
  if (known.has(name)) return true;
  const inner = name.replace(COMBINATOR, '');
  return inner !== name && isKnown(inner, known);
}

async function namesIn(
  probe: ServerProbe,
  table: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const condition = names.length === 0 ? '1' : `name IN (${names.map(quoteText).join(', ')})`;
  const rows = await probe.ask({ sql: `SELECT name FROM system.${table} WHERE ${condition}` });
  return rows.map(([name = '']) => name);
}

function missingOf(found: readonly string[], wanted: readonly string[], what: string): string {
  const missing = wanted.filter((name) => !found.includes(name));
  if (missing.length === 0) return `${wanted.length} ${what}`;
  const others = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} others` : '';
  throw new CheckProblem(
    `The server does not know ${missing.slice(0, MOST_NAMED).join(', ')}${others}. Upgrade the server.`,
  );
}

/** Of names that are missing. */
const MOST_NAMED = 5;

const PROBE_PROFILE = 'sluice_probe';

/** What an older way of constraints refuses: a setting that only read-only users may change. */
const CONSTRAINTS: Requirement = {
  about: 'settings_constraints_replace_previous',
  look: async ({ probe }) => {
    try {
      await probe.ask({
        sql: `CREATE SETTINGS PROFILE OR REPLACE ${PROBE_PROFILE} SETTINGS max_threads CHANGEABLE_IN_READONLY`,
      });
      await probe.ask({ sql: `DROP SETTINGS PROFILE ${PROBE_PROFILE}` });
      return 'profiles may leave settings open to read-only users';
    } catch (error) {
      if (!(error instanceof EngineException) || error.engineCode !== NOT_IMPLEMENTED) throw error;
      throw new CheckProblem(
        'Set access_control_improvements.settings_constraints_replace_previous to true on every node (deploy/clickhouse/server.xml).',
      );
    }
  },
};

const NOT_IMPLEMENTED = 48;

const ON_TABLES = ['SELECT', 'INSERT', 'ALTER', 'CREATE TABLE', 'DROP TABLE', 'TRUNCATE', 'OPTIMIZE'];
const ON_SERVER = ['CREATE DATABASE', 'CREATE TEMPORARY TABLE', 'KILL QUERY', 'ACCESS MANAGEMENT', 'S3'];
const ON_CLUSTER = ['CLUSTER', 'REMOTE'];

const RIGHTS: Requirement = {
  about: 'rights of the service',
  look: async ({ probe, cluster }) => {
    const wanted = [
      ...ON_TABLES.map((right) => `${right} ON ${DATABASE}.*`),
      ...[...ON_SERVER, ...(cluster === undefined ? [] : ON_CLUSTER)].map((right) => `${right} ON *.*`),
      ...(cluster === undefined ? [] : [`SYSTEM SYNC REPLICA ON ${DATABASE}.*`]),
      'SELECT ON system.*',
    ];
    const missing: string[] = [];
    for (const right of wanted) {
      const [[answer] = []] = await probe.ask({ sql: `CHECK GRANT ${right}` });
      if (answer !== '1') missing.push(right);
    }
    if (missing.length === 0) return `${wanted.length} rights`;
    throw new CheckProblem(
      `The user of SLUICE_ENGINE_URL lacks: ${missing.join('; ')}. Run deploy/clickhouse/service-user.sql.`,
    );
  },
};

/** What section "ClickHouse server or cluster" of docs/operations.md asks of any server, in order. */
export const SERVER_REQUIREMENTS: readonly Requirement[] = [
  VERSION,
  SETTINGS,
  FUNCTIONS,
  CONSTRAINTS,
  RIGHTS,
];
