import {
  findImport,
  type ImportRow,
  listImports as listStoredImports,
} from '../../../adapters/store/import-store.ts';
import { AppError } from '../../../base/errors.ts';
import type { ImportAnswer } from '../../../schema/import.ts';
import type { Page, Paging } from '../../../schema/page.ts';
import type { CaptureServices } from '../capture-services.ts';
import { importAnswer } from './import-answer.ts';
import type { ImportServices } from './import-queue.ts';

type Readers = Pick<CaptureServices, 'database'>;

/** The imports of a project, newest first. */
export async function listImports(
  { database }: Readers,
  projectId: number,
  paging: Paging,
): Promise<Page<ImportAnswer>> {
  const { count, results: imports } = await listStoredImports(database.query, projectId, paging);
  return { count, results: imports.map(importAnswer) };
}

/**
 * An import of a project.
 * @throws AppError not_found
 */
export async function getImport(services: Readers, projectId: number, id: string): Promise<ImportAnswer> {
  return importAnswer(await findOwn(services, projectId, id));
}

/**
 * The rows that an import did not take, as JSON lines.
 * @throws AppError not_found
 */
export async function getRejectedRows(
  services: Readers & Pick<ImportServices, 'importFolder' | 'importBytes'>,
  projectId: number,
  id: string,
): Promise<AsyncIterable<Uint8Array>> {
  const found = await findOwn(services, projectId, id);
  const { importFolder, importBytes } = services;
  return importBytes.rejected(importFolder.located(found), found.rejectBytes);
}

async function findOwn({ database }: Readers, projectId: number, id: string): Promise<ImportRow> {
  const found = await findImport(database.query, { projectId, id });
  if (found === undefined) throw new AppError('not_found', 'There is no such import.');
  return found;
}
