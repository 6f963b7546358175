import type { Migration } from 'kysely/migration';
import { MIGRATIONS } from './migrations/all-migrations.ts';

/** The last commit that works with folders and databases from before the first release. */
const LAST_EARLIER_COMMIT = '31317b8';

/** The book of the migrator; its name is Kysely's default. */
export const MIGRATION_TABLE = 'kysely_migration';

/**
 * Why this build does not work with a store, with the way over; null when it does.
 * @param what names the store at the begin of a sentence
 * @param applied names of the migrations in its book
 */
export function storeObstacle(
  what: string,
  applied: readonly string[],
  migrations: Readonly<Record<string, Migration>> = MIGRATIONS,
): string | null {
  const unknown = applied.filter((name) => !(name in migrations)).toSorted();
  if (unknown.length === 0) return null;
  const isNewer = Object.keys(migrations).some((name) => applied.includes(name));
  return isNewer
    ? newerBuild(what, `unknown migration ${unknown.join(', ')}`)
    : earlierBuild(what, `its last migration is ${unknown.at(-1)}`);
}

/** Why data of an earlier build is not worked with, and how it comes over. */
export function earlierBuild(what: string, build: string): string {
  return (
    `${what} was written by an earlier build (${build}), which this one does not read. ` +
    `Start commit ${LAST_EARLIER_COMMIT} on it and export each project: sluice export project-1.jsonl.gz --project 1. ` +
    'Then start this build on another data folder and database and import: sluice import project-1.jsonl.gz --project 1. ' +
    'docs/operations.md says under "From an earlier build" what an export leaves out.'
  );
}

/** Why data of a newer build is not worked with. */
export function newerBuild(what: string, build: string): string {
  return (
    `${what} was written by a newer version of this program (${build}). ` +
    'Start that version, or restore a backup made before the upgrade.'
  );
}
