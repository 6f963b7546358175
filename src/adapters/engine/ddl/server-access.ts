import { quoteText } from '../statements/session-statements.ts';
import { DATABASE, ENGINE_TABLES } from './engine-tables.ts';
import { TENANT_CONDITION } from './tenant-condition.ts';

/** The user of a ClickHouse server as whom callers' queries run. */
export const SERVER_READER = 'sluice_reader';

export interface ServerAccess {
  /** SHA-256 of the reader's password, as hexadecimal digits. */
  readonly passwordHash: string;
  /** Names of the settings that the service sends with a reader's query. */
  readonly settings: readonly string[];
}

/**
 * Statements that make the reader on a ClickHouse server: read-only but for the settings that the service sends, with
 * rights on the tenant tables only and the row policies of the embedded engine. The service's own user needs the right
 * to manage access. A server does not check texts, so the service does that before it sends them.
 */
export function serverAccessStatements({ passwordHash, settings }: ServerAccess): readonly string[] {
  const changeable = settings.map((name) => `${name} CHANGEABLE_IN_READONLY`).join(', ');
  return [
    `CREATE SETTINGS PROFILE OR REPLACE ${SERVER_READER} SETTINGS readonly = 1, ${changeable}`,
    `CREATE USER OR REPLACE ${SERVER_READER} IDENTIFIED WITH sha256_hash BY ${quoteText(passwordHash)} SETTINGS PROFILE ${quoteText(SERVER_READER)}`,
    `GRANT SHOW DATABASES ON *.* TO ${SERVER_READER}`,
    ...ENGINE_TABLES.filter(({ tenant }) => tenant).flatMap(({ name }) =>
      tableStatements(`${DATABASE}.${name}`),
    ),
  ];
}

/** A table with a policy for one user is empty to all users without a policy. */
function tableStatements(table: string): readonly string[] {
  return [
    `GRANT SELECT ON ${table} TO ${SERVER_READER}`,
    `CREATE ROW POLICY OR REPLACE sluice_tenant ON ${table} USING ${TENANT_CONDITION} TO ${SERVER_READER}`,
    `CREATE ROW POLICY OR REPLACE sluice_service ON ${table} USING 1 TO ALL EXCEPT ${SERVER_READER}`,
  ];
}
