import type { EngineSettings } from '../query-settings.ts';
import { DATABASE, ENGINE_TABLES } from './engine-tables.ts';
import { TENANT_CONDITION } from './tenant-condition.ts';

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
}

/**
 * The start-up configuration of the embedded engine. Its one user may read the tenant tables, behind row policies,
 * and holds the role `writer` for everything else; a session becomes a reader by `SET ROLE NONE`, and its project is
 * the current database. Errors in this file show only on stderr of the child.
 */
export function embeddedAccessConfig(access: EmbeddedAccess): string {
  const { file, maxServerMemoryBytes } = access;
  const settings = Object.entries(access.settings)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');
  const tenantTables = ENGINE_TABLES.filter(({ tenant }) => tenant).map(({ name }) => name);
  const condition = `has(currentRoles(), '${WRITER_ROLE}') OR ${TENANT_CONDITION}`;
  return `<clickhouse>
  <max_server_memory_usage>${maxServerMemoryBytes}</max_server_memory_usage>
  <user_directories><users_xml><path>${escapeXml(file)}</path></users_xml></user_directories>
  <profiles><default>${settings}</default></profiles>
  <quotas><default/></quotas>
  <roles>
    <${WRITER_ROLE}><grants>${WRITER_GRANTS.map(grantElement).join('')}</grants></${WRITER_ROLE}>
  </roles>
  <users>
    <default>
      <password/>
      <networks><ip>127.0.0.1</ip><ip>::1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <databases><${DATABASE}>
        ${tenantTables.map((name) => `<${name}><filter>${escapeXml(condition)}</filter></${name}>`).join('\n        ')}
      </${DATABASE}></databases>
      <grants>${[...tenantTables.map((name) => `GRANT SELECT ON ${DATABASE}.${name}`), `GRANT ${WRITER_ROLE}`]
        .map(grantElement)
        .join('')}</grants>
    </default>
  </users>
</clickhouse>
`;
}

function grantElement(grant: string): string {
  return `<query>${grant}</query>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
