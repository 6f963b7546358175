import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { newUuid } from '../../src/base/ids.ts';
import { importFile } from '../../src/services/capture/import-file.ts';
import type { RejectedLine } from '../../src/services/capture/import-progress.ts';
import type { CaptureFixture } from './capture-fixture.ts';

function writeLines(capture: CaptureFixture, lines: readonly (object | string)[]): string {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const path = join(capture.folder, 'events.jsonl.gz');
  writeFileSync(path, gzipSync(`${texts.join('\n')}\n`));
  return path;
}

/** Imports a file of these lines into the project; texts stand as they are. */
export async function importLines(capture: CaptureFixture, lines: readonly (object | string)[]) {
  const rejected: RejectedLine[] = [];
  const request = { projectId: capture.project.id, path: writeLines(capture, lines) };
  const counts = await importFile(capture.services, {
    ...request,
    onRejected: (line) => rejected.push(line),
  });
  return { counts, rejected };
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
