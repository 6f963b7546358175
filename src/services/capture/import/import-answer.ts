import type { ImportRow } from '../../../adapters/store/import-store.ts';
import { isoTime } from '../../../base/iso-time.ts';
import type { ImportAnswer } from '../../../schema/import.ts';

/** An import in its wire shape. */
export function importAnswer(row: ImportRow): ImportAnswer {
  const { id, state, fileName, order, total, read, inserted, duplicate, rejected, error, sample } = row;
  return {
    id,
    state,
    file_name: fileName,
    format: order.format,
    dry_run: order.isDryRun,
    total,
    read,
    inserted,
    duplicate,
    rejected,
    error,
    sample: sample === null ? null : JSON.parse(sample),
    undone_at: row.undoneAtMs === null ? null : isoTime(row.undoneAtMs),
    created_at: isoTime(row.createdAtMs),
    updated_at: isoTime(row.updatedAtMs),
  };
}
