import { onTestFinished } from 'vitest';
import type { Database } from '../../src/adapters/store/database.ts';
import type { ProjectRow } from '../../src/adapters/store/project-store.ts';
import { addProject } from './add-project.ts';

/** A new database for one test, which closes it, with a project. */
export async function openWithProject(
  open: () => Promise<Database>,
): Promise<{ readonly database: Database; readonly project: ProjectRow }> {
  const database = await open();
  onTestFinished(() => database.close());
  return { database, project: await addProject(database, 'slc_first') };
}
