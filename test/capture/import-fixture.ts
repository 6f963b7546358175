import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ImportCounts } from '../../src/adapters/store/import-store.ts';
import { newUuid } from '../../src/base/ids.ts';
import { importFile } from '../../src/services/capture/import/import-file.ts';
import type { CaptureFixture } from './capture-fixture.ts';

function writeLines(capture: CaptureFixture, lines: readonly (object | string)[]): string {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const path = join(capture.folder, 'events.jsonl.gz');
  writeFileSync(path, gzipSync(`${texts.join('\n')}\n`));
  return path;
}

/** One line of a reject file. */
interface RejectedLine {
  readonly row_number: number;
  readonly reason: string;
  readonly row: string;
}

/** Imports a file of these lines into a project; texts stand as they are. */
export async function importLines(
  capture: CaptureFixture,
  lines: readonly (object | string)[],
  projectId = capture.project.id,
) {
  const path = writeLines(capture, lines);
  const rejectPath = `${path}.rejected.jsonl`;
  rmSync(rejectPath, { force: true });
  const report = await importFile(capture.services, { projectId, path, rejectPath });
  return { counts: countsOf(report), rejected: rejectedIn(rejectPath) };
}

/** The counts of an import, alone. */
export function countsOf({
  total,
  read,
  inserted,
  duplicate,
  rejected,
}: ImportCounts & { readonly total: number | null }) {
  return { total, read, inserted, duplicate, rejected };
}

/** The lines of a reject file; none when there is no file. */
export function rejectedIn(path: string): readonly RejectedLine[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** A whole event of a file; members given win. */
export function line(more: object = {}) {
  return {
    uuid: newUuid(),
    event: 'e',
    distinct_id: 'a',
    timestamp: '2025-06-01T10:00:00.5+02:00',
    properties: { n: 1 },
    ...more,
  };
}
