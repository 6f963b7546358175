import { z } from 'zod';
import { isNetwork } from '../base/address-list.ts';

/** A whole number between two bounds; text of digits counts, as the environment knows only text. */
function integer(minimum: number, maximum: number) {
  return z.preprocess(
    (given) => (typeof given === 'string' && /^\d+$/.test(given.trim()) ? Number(given) : given),
    z.int().min(minimum).max(maximum),
  );
}

/** `on`, `1`, `true` or `off`, `0`, `false`. */
function flag() {
  return z.preprocess((given) => {
    const word = String(given).toLowerCase();
    if (['on', '1', 'true', 'yes'].includes(word)) return true;
    return ['off', '0', 'false', 'no', ''].includes(word) ? false : given;
  }, z.boolean('must be on or off'));
}

/** `a, b` → `['a', 'b']`; other values stay as they are. */
function commaList(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  return given.split(',').flatMap((entry) => entry.trim() || []);
}

/** True for an address and nothing behind it: `https://sluice:secret@host:8701`. */
function isAddress(url: string): boolean {
  const { pathname, search, hash } = new URL(url);
  return pathname === '/' && search === '' && hash === '';
}

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

/** `off`, or the four numbers of [SPEC-7]: runs a minute, executions a minute and an hour, refusals a minute. */
const rateLimits = z
  .string()
  .regex(/^(off|\d+(,\d+){3})$/, 'must be off or four numbers such as 6000,240,2400,60')
  .transform((text) => {
    const [runsPerMinute = 0, executionsPerMinute = 0, executionsPerHour = 0, refusalsPerMinute = 0] =
      text === 'off' ? [] : text.split(',').map(Number);
    return { runsPerMinute, executionsPerMinute, executionsPerHour, refusalsPerMinute };
  });

/**
 * Every setting: default, unit and meaning. The name outside is `SLUICE_` and the member in capitals
 * (`dataDir` → `SLUICE_DATA_DIR`); in `sluice.config.json` the member itself.
 */
export const settingsSchema = z.strictObject({
  host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  port: integer(0, 65_535).default(8700).describe('Port to listen on; 0 picks a free one and prints it'),
  trustedProxies: z
    .preprocess(
      commaList,
      z.array(z.string().refine(isNetwork, 'must be addresses or networks such as 10.0.0.0/8')),
    )
    .default([])
    .describe(
      'Addresses and networks of proxies, separated by commas, whose X-Forwarded-For, -Proto and -Host count; none by default',
    ),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/[?#@]/.test(url), 'must have no user, query or fragment')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'What links in answers name, such as https://analytics.example.com; when not set, what a trusted proxy says, else paths alone',
    ),
  dataDir: z.string().min(1).default('./data').describe('Folder of everything the embedded defaults write'),
  rootKey: z
    .string()
    .regex(/^slp_[0-9A-Za-z]{16,}$/, 'must be slp_ and at least 16 letters or digits')
    .optional()
    .describe('Root personal API key of an empty store; made at random when not set')
    .meta({ secret: true }),
  console: flag().default(true).describe('Serve the web console at /console/, and let its users sign in'),
  demo: flag().default(false).describe('Load the demo into project 1 when the store is empty'),
  engineUrl: z
    .preprocess(
      commaList,
      z
        .array(z.url({ protocol: /^https?$/ }).refine(isAddress, 'must have no path, query or fragment'))
        .min(1),
    )
    .optional()
    .describe(
      'Engine that services share (`sluice engine`), as https://sluice:SECRET@host:8701, several addresses separated by commas, or a ClickHouse server, not proven on a real one yet; embedded in this service when not set',
    )
    .meta({ secret: true }),
  engineSecret: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret of the engine that services share: of services when SLUICE_ENGINE_URL has none, and of `sluice engine`, which makes one at its first start when not set',
    )
    .meta({ secret: true }),
  engineCaFile: z
    .string()
    .min(1)
    .optional()
    .describe('PEM file of the authority behind the certificate of that engine; the known ones when not set'),
  engineCluster: z
    .string()
    .regex(/^\w+$/)
    .optional()
    .describe('Name of the ClickHouse cluster that tables are made on; not proven on a real cluster yet'),
  engineQuorum: integer(0, 9)
    .optional()
    .describe(
      'Replicas of a shard of that cluster that must have an event before it counts as written; most of them where every shard has three or more, else one, when not set',
    )
    .meta({ unit: 'replicas' }),
  engineTlsCertificate: z
    .string()
    .min(1)
    .optional()
    .describe('PEM file with the certificate of `sluice engine`, its own first; plain HTTP when not set'),
  engineTlsKey: z.string().min(1).optional().describe('PEM file with the key of that certificate'),
  insecureNetwork: flag()
    .default(false)
    .describe('Let `sluice engine` listen without TLS where others than this machine reach it'),
  shards: integer(1, 2)
    .default(1)
    .describe(
      'Shards that `sluice engine` splits events into, all in one process: 2 is for tests, on loopback only',
    )
    .meta({ unit: 'shards' }),
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional()
    .describe('PostgreSQL for metadata; SQLite in the data folder when not set')
    .meta({ secret: true }),
  databaseConnections: integer(2, 1000)
    .default(10)
    .describe(
      'Most connections to PostgreSQL at once; two more listen for changes and hold the store for this engine',
    )
    .meta({ unit: 'connections' }),
  redisUrl: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .refine((text) => URL.canParse(text), 'must be an address such as redis://user:password@host:6379/0')
    .optional()
    .describe(
      'Redis that all services on the PostgreSQL database share, for results, rates and one computation at a time; each service works for itself when not set',
    )
    .meta({ secret: true }),
  objectStore: z
    .string()
    .regex(
      /^s3:\/\/(?!.*\/\.{1,2}(\/|$))[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9._-]+)*\/?$/,
      'must be s3://bucket/prefix',
    )
    .transform((text) => {
      const [bucket = '', ...folders] = text.slice('s3://'.length).split('/');
      return { bucket, prefix: folders.filter((folder) => folder !== '').join('/') };
    })
    .optional()
    .describe('Where snapshots are kept, as s3://bucket/prefix; a folder in the data folder when not set'),
  s3Endpoint: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of an S3-compatible storage; Amazon S3 of the region when not set'),
  s3Region: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('us-east-1')
    .describe('Region of the bucket'),
  s3AccessKeyId: z.string().min(1).optional().describe('Access key of the object storage'),
  s3SecretAccessKey: z.string().min(1).optional().describe('Secret of the access key').meta({ secret: true }),
  s3PathStyle: flag()
    .default(true)
    .describe('Name the bucket in the path of a request; when off, in its host name'),
  rateLimits: rateLimits
    .prefault('6000,240,2400,60')
    .describe(
      'off, or per key: runs a minute, executions a minute, executions an hour; and refusals a minute per address, of keys and of capture tokens each; 0 = no limit',
    ),
  geoipFile: z
    .string()
    .min(1)
    .optional()
    .describe(
      'MMDB file of addresses, from which captured events get `$geoip_*`; they then store no address',
    ),
  testClock: flag().default(false).describe('Let callers set the time (X-Test-Now); loopback only'),
  testSeparateEngines: flag()
    .default(false)
    .describe(
      'Let services whose engines hold other events use the same PostgreSQL database, for tests of several processes; loopback only',
    ),
  metricsPort: integer(0, 65_535)
    .optional()
    .describe('Port of /metrics on its own, 0 picks a free one and prints it; none when not set'),
  logLevel: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least severe log line written'),
  logRequests: flag().default(false).describe('Write a log line for each request, at the level info'),
  maxBodyBytes: bytes(MIB, 1, GIB, 'Largest request body'),
  maxCaptureBytes: bytes(20 * MIB, 1, GIB, 'Largest capture body, inflated'),
  importMaxBytes: bytes(10 * GIB, 1, 1024 * GIB, 'Largest file that can be sent to be imported'),
  importWaitingBytes: bytes(
    40 * GIB,
    1,
    1024 * GIB,
    'Files that may wait to be imported; a project has half of the room',
  ),
  spoolMaxBytes: bytes(GIB, MIB, 1024 * GIB, 'Accepted events that may wait for the engine'),
  captureFlushMs: milliseconds(500, 'Longest time that accepted events wait before they are written'),
  captureWaitMs: milliseconds(30_000, 'Longest time that a capture with wait=true waits'),
  foldAfterMs: milliseconds(
    3_600_000,
    'Longest time that merges of persons wait before they are folded into the events, while capture keeps up',
  ),
  foldAtOverrides: integer(1, 10_000_000)
    .default(10_000)
    .describe('Merged person ids of a project that are folded without waiting')
    .meta({ unit: 'ids' }),
  headersTimeoutMs: milliseconds(10_000, 'Longest wait for the headers of a request'),
  bodyTimeoutMs: milliseconds(30_000, 'Longest wait for the body of a request'),
  executionTimeoutMs: milliseconds(10_000, 'Longest run of a query, unless its endpoint sets a time'),
  streamTimeoutMs: milliseconds(
    600_000,
    'Longest answer as csv, ndjson, arrow or parquet, waiting for its reader included',
  ),
  queryMemoryBytes: bytes(GIB, 16 * MIB, 1024 * GIB, 'Most memory of one query'),
  answerRows: integer(1, 10_000_000)
    .default(50_000)
    .describe('Most rows of a JSON answer')
    .meta({ unit: 'rows' }),
  answerBytes: bytes(64 * MIB, KIB, 4 * GIB, 'Most bytes of a JSON answer'),
  cacheBytes: bytes(256 * MIB, 0, 1024 * GIB, 'Memory of the result cache'),
  snapshotMemoryBytes: bytes(
    256 * MIB,
    0,
    1024 * GIB,
    'Memory of answers of snapshots that were asked for lately',
  ),
  snapshotCopyBytes: bytes(
    10 * GIB,
    0,
    1024 * GIB,
    'Disk of copies of remote snapshots in the data folder; those that are being read stay',
  ),
  workerThreads: integer(1, 64)
    .optional()
    .describe(
      'Most threads for long work beside the event loop; one less than there are cores, at least 2, when not set',
    )
    .meta({ unit: 'threads' }),
  maxQueries: integer(1, 1000)
    .default(8)
    .describe('Engine queries of runs that run at once')
    .meta({ unit: 'queries' }),
  maxQueriesPerProject: integer(1, 1000)
    .default(6)
    .describe('Engine queries of runs of one project that run at once; one less than all at most')
    .meta({ unit: 'queries' }),
  maxQueriesPerKey: integer(1, 1000)
    .default(4)
    .describe('Engine queries of runs of one key that run at once')
    .meta({ unit: 'queries' }),
  maxStreams: integer(1, 1000)
    .default(4)
    .describe('Streams and exports that are sent at once; a project has three quarters of them, a key half')
    .meta({ unit: 'streams' }),
  maxWaitingQueries: integer(0, 100_000)
    .default(256)
    .describe('Queries that may wait for a free place; a project has half of the queue, a key a quarter')
    .meta({ unit: 'queries' }),
  queueTimeoutMs: milliseconds(5_000, 'Longest wait of a query for a free place'),
  maxBuilds: integer(1, 100)
    .default(2)
    .describe('Builds of materialized endpoints that run at once in this process')
    .meta({ unit: 'builds' }),
  buildTimeoutMs: milliseconds(600_000, 'Longest build of a materialized endpoint'),
  buildMemoryBytes: bytes(4 * GIB, 16 * MIB, 1024 * GIB, 'Most memory of one build'),
  promotedProperties: integer(0, 200)
    .default(50)
    .describe(
      'Most properties of events that get a column of their own because endpoints of large projects or many queries read them; 0 = none',
    )
    .meta({ unit: 'properties' }),
  largeProjectEvents: integer(1, 1_000_000_000_000)
    .default(1_000_000)
    .describe(
      'Events from which on a project is large: what its saved endpoints ask for gets columns of its own and lookups',
    )
    .meta({ unit: 'events' }),
  lookups: integer(0, 20)
    .default(3)
    .describe(
      'Most lookups of a project: copies of its events in the order of a value, such as a customer, that saved endpoints ask for; 0 = none',
    )
    .meta({ unit: 'lookups' }),
  lookupDiskPercent: integer(1, 90)
    .default(25)
    .describe('Most of the disk that lookups of all projects take, of what is free without them')
    .meta({ unit: 'percent' }),
  drainTimeoutMs: milliseconds(15_000, 'Time that running requests get after SIGTERM'),
});

function bytes(value: number, minimum: number, maximum: number, sentence: string) {
  return integer(minimum, maximum).default(value).describe(sentence).meta({ unit: 'bytes' });
}

function milliseconds(value: number, sentence: string) {
  return integer(1, 86_400_000).default(value).describe(sentence).meta({ unit: 'milliseconds' });
}

/** All settings, checked, defaults filled in; `dataDir` is absolute. */
export type Settings = z.output<typeof settingsSchema>;
export type SettingName = keyof Settings;
/** Settings as given by a file, the environment or flags, not yet checked. */
export type GivenSettings = Readonly<Partial<Record<SettingName, unknown>>>;

/** One line of `sluice config`: what a setting is and what it is now. */
export interface SettingDescription {
  readonly name: SettingName;
  readonly environmentName: string;
  readonly sentence: string;
  readonly unit: string | undefined;
  /** `***` for a secret that is set. */
  readonly value: unknown;
}

/** Describes every setting with its effective value, secrets masked. */
export function describeSettings(settings: Settings): readonly SettingDescription[] {
  return settingNames().map((name) => {
    const meta = settingsSchema.shape[name].meta() ?? {};
    const value = settings[name];
    return {
      name,
      environmentName: environmentName(name),
      sentence: meta.description ?? '',
      unit: typeof meta['unit'] === 'string' ? meta['unit'] : undefined,
      value: meta['secret'] === true && value !== undefined ? '***' : value,
    };
  });
}

/** `dataDir` → `SLUICE_DATA_DIR` */
export function environmentName(name: SettingName): string {
  return `SLUICE_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

export function settingNames(): readonly SettingName[] {
  return settingsSchema.keyof().options;
}
