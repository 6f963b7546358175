import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventDeletionAnswerSchema, foundEventsSchema } from '../../schema/event-deletion.ts';
import { type ImportAnswer, importSchema, importUndoSchema } from '../../schema/import.ts';
import { CommandError } from '../command-error.ts';
import type { ImportedFile, Importer, ImportOrder } from '../import/import-files.ts';
import { ImportReport } from '../import/import-report.ts';
import type { RemoteService } from './remote-service.ts';

const POLL_MS = 300;

/** Sends files to a running service and follows what becomes of them. */
export function remoteImporter(service: RemoteService): Importer {
  return {
    take: (file, order) => sendAndFollow(service, file, order),
    countUndoable: async (id) =>
      foundEventsSchema.parse((await service.call('DELETE', `${importOf(service, id)}?dry_run=true`)).body),
    undo: async (id) => importUndoSchema.parse((await service.call('DELETE', importOf(service, id))).body),
    findDeletion: async (id) =>
      eventDeletionAnswerSchema.parse(
        (await service.call('GET', `${service.project}/events/delete/${id}`)).body,
      ),
    close: async () => undefined,
  };
}

function importOf({ project }: RemoteService, id: string): string {
  return `${project}/imports/${encodeURIComponent(id)}`;
}

async function sendAndFollow(
  service: RemoteService,
  { path: file, rejectPath }: ImportedFile,
  order: ImportOrder,
): Promise<ImportAnswer> {
  const report = new ImportReport(path.basename(file));
  const imports = `${service.project}/imports`;
  const sent = await service.sendFile(`${imports}?${queryOf(path.basename(file), order)}`, file);
  let state = importSchema.parse(sent.body);
  try {
    while (state.state === 'running') {
      await delay(POLL_MS);
      state = importSchema.parse((await service.call('GET', `${imports}/${state.id}`)).body);
      report.update(state);
    }
  } finally {
    report.end();
  }
  if (state.state === 'failed') throw new CommandError('refused', `The import failed: ${state.error}`);
  report.print(state);
  if (state.state === 'stopped') throw new CommandError('refused', 'The import was stopped.');
  if (state.rejected === 0) return state;
  writeFileSync(rejectPath, (await service.call('GET', `${imports}/${state.id}/rejected`)).text);
  console.log(`  rejected rows with their reasons: ${rejectPath}`);
  return state;
}

function queryOf(fileName: string, order: ImportOrder): URLSearchParams {
  const { format, mapping, csvDelimiter, encoding, onError, isDryRun } = order;
  return new URLSearchParams({
    format,
    file_name: fileName.slice(0, 200),
    on_error: onError,
    dry_run: String(isDryRun),
    ...(mapping !== null && { mapping: JSON.stringify(mapping) }),
    ...(csvDelimiter !== undefined && { csv_delimiter: csvDelimiter }),
    ...(encoding !== undefined && { encoding }),
  });
}
