import type { EngineSettings } from '../query-settings.ts';
import { DATABASE, ENGINE_TABLES } from './engine-tables.ts';
import { TENANT_CONDITION } from './tenant-condition.ts';
import { localTable, SHARDED_BY, shardView, TWO_SHARDS } from './two-shards.ts';

const WRITER_ROLE = 'writer';

const WRITER_GRANTS: readonly string[] = [
  `GRANT ALL ON ${DATABASE}.*`,
  'GRANT CREATE DATABASE, DROP DATABASE, SHOW, KILL QUERY, SYSTEM, CREATE TEMPORARY TABLE ON *.*',
  'GRANT SELECT ON system.*',
  'GRANT FILE, S3 ON *.*',
];

export interface EmbeddedAccess {
  /** Where the file will lie: the file names itself as the source of users. */
  readonly file: string;
  readonly maxServerMemoryBytes: number;
  /** Settings with which every session begins. */
  readonly settings: EngineSettings;
  /** 2 = `events` and `lookups` are two shards of this one engine; default 1. */
  readonly shards?: number;
  /** The bucket that statements name as `sluice_s3`. */
  readonly bucket?: BucketAccess;
}

/** A bucket of S3-compatible storage, and the keys to it. */
export interface BucketAccess {
  /** Of the folder of Sluice in the bucket: `https://s3.eu-west-1.amazonaws.com/bucket/prefix/`. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The named collection of the bucket: its keys stand in no statement. */
const BUCKET_COLLECTION = 'sluice_s3';

/**
 * The start-up configuration of the embedded engine. Its one user may read the tenant tables, behind row policies,
 * and holds the role `writer` for everything else; a session becomes a reader by `SET ROLE NONE`, and its project is
 * the current database. Errors in this file show only on stderr of the child.
 */
export function embeddedAccessConfig(access: EmbeddedAccess): string {
  const { file, maxServerMemoryBytes, bucket } = access;
  const isSharded = access.shards === 2;
  const settings = Object.entries(access.settings)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');
  const tenantTables = ENGINE_TABLES.filter(({ tenant }) => tenant).map(({ name }) => name);
  const sharded = isSharded ? Object.keys(SHARDED_BY) : [];
  // A Distributed table has no row policy of its own: that of the rows behind it counts.
  const tablesOfRows = tenantTables.map((name) => (sharded.includes(name) ? localTable(name) : name));
  const readable = [...tenantTables, ...sharded.flatMap((name) => [localTable(name), shardView(name)])];
  const writerGrants = [
    ...WRITER_GRANTS,
    ...(isSharded ? ['GRANT TABLE ENGINE ON Distributed', 'GRANT REMOTE ON *.*'] : []),
    ...(bucket === undefined ? [] : [`GRANT NAMED COLLECTION ON ${BUCKET_COLLECTION}`]),
  ];
  const condition = `has(currentRoles(), '${WRITER_ROLE}') OR ${TENANT_CONDITION}`;
  return `<clickhouse>${isSharded ? CLUSTER : ''}${bucket === undefined ? '' : collectionElement(bucket)}
  <max_server_memory_usage>${maxServerMemoryBytes}</max_server_memory_usage>
  <user_directories><users_xml><path>${escapeXml(file)}</path></users_xml></user_directories>
  <profiles><default>${settings}</default></profiles>
  <quotas><default/></quotas>
  <roles>
    <${WRITER_ROLE}><grants>${writerGrants.map(grantElement).join('')}</grants></${WRITER_ROLE}>
  </roles>
  <users>
    <default>
      <password/>
      <networks><ip>127.0.0.1</ip><ip>::1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <databases><${DATABASE}>
        ${tablesOfRows.map((name) => `<${name}><filter>${escapeXml(condition)}</filter></${name}>`).join('\n        ')}
      </${DATABASE}></databases>
      <grants>${[...readable.map((name) => `GRANT SELECT ON ${DATABASE}.${name}`), `GRANT ${WRITER_ROLE}`]
        .map(grantElement)
        .join('')}</grants>
    </default>
  </users>
</clickhouse>
`;
}

/** Both shards are this process, which knows itself by the port and listens on none. */
const SHARD = '<shard><replica><host>127.0.0.1</host><port>9000</port></replica></shard>';
const CLUSTER = `<tcp_port>9000</tcp_port><listen_host>127.0.0.1</listen_host>
  <remote_servers><${TWO_SHARDS}>${SHARD}${SHARD}</${TWO_SHARDS}></remote_servers>`;

function collectionElement({ url, accessKeyId, secretAccessKey }: BucketAccess): string {
  const members = { url, access_key_id: accessKeyId, secret_access_key: secretAccessKey };
  const elements = Object.entries(members).map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`);
  return `
  <named_collections><${BUCKET_COLLECTION}>${elements.join('')}</${BUCKET_COLLECTION}></named_collections>`;
}

function grantElement(grant: string): string {
  return `<query>${grant}</query>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
