import { DATABASE, ENGINE_TABLES } from './engine-tables.ts';

/** Statements that make the database and its tables where they are missing, in order. */
export function schemaStatements(): readonly string[] {
  return [
    `CREATE DATABASE IF NOT EXISTS ${DATABASE} ENGINE = Atomic`,
    ...ENGINE_TABLES.map(
      ({ name, definition }) => `CREATE TABLE IF NOT EXISTS ${DATABASE}.${name} ${definition}`,
    ),
  ];
}

/** The database whose name tells the row policies whose rows a session may see. It stays empty. */
export function projectDatabase(projectId: number): string {
  return `p_${projectId}`;
}

/** Makes the database of a project. */
export function projectDatabaseStatement(projectId: number): string {
  return `CREATE DATABASE IF NOT EXISTS ${projectDatabase(projectId)} ENGINE = Atomic`;
}
