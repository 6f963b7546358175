import { invariant } from '../../../base/invariant.ts';
import { DATABASE, DURABILITY, ENGINE_TABLES, OLD_PARTS_SECONDS } from './engine-tables.ts';

/** Statements that make the database and its tables on one node of ours where they are missing, in order. */
export function schemaStatements(): readonly string[] {
  return [
    `CREATE DATABASE IF NOT EXISTS ${DATABASE} ENGINE = Atomic`,
    ...ENGINE_TABLES.map(({ name }) => tableStatement(name)),
    ...ENGINE_TABLES.map(
      ({ name }) =>
        `ALTER TABLE ${DATABASE}.${name} MODIFY SETTING old_parts_lifetime = ${OLD_PARTS_SECONDS}`,
    ),
  ];
}

/** Makes a table of this build where it is missing, also under another name. */
export function tableStatement(table: string, name = table): string {
  const found = ENGINE_TABLES.find((each) => each.name === table);
  invariant(found !== undefined, 'a table of the engine has a definition');
  const { columns, engine, order, settings } = found;
  return `CREATE TABLE IF NOT EXISTS ${DATABASE}.${name} (
      ${columns}
    )
    ENGINE = ${engine}
    ${order}
    SETTINGS ${settings}, ${DURABILITY}`;
}

/** The database whose name tells the row policies whose rows a session may see. It stays empty. */
export function projectDatabase(projectId: number): string {
  return `p_${projectId}`;
}

/** Makes the database of a project. */
export function projectDatabaseStatement(projectId: number): string {
  return `CREATE DATABASE IF NOT EXISTS ${projectDatabase(projectId)} ENGINE = Atomic`;
}

/** Names the databases of all projects that have one. */
export const PROJECT_DATABASES = "SELECT name FROM system.databases WHERE match(name, '^p_[1-9][0-9]*$')";
