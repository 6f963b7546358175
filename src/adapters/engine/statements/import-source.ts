import { open } from 'node:fs/promises';
import type { EngineParameters } from '../../../base/engine-parameter.ts';
import type { ImportFormat } from '../../../schema/import.ts';

/** A file and how it is to be read. */
export interface ImportSource {
  /** Absolute path. */
  readonly path: string;
  readonly format: ImportFormat;
}

/** A SELECT of `row_number` (from 0) and `line`, a row in the form of a PostHog export as JSON text. */
interface SourceSelect {
  readonly select: string;
  readonly parameters: EngineParameters;
}

/** How the engine reads the file: compression is told by the first bytes, never by the name. */
export async function readImportSource({ path }: ImportSource): Promise<SourceSelect> {
  const compression = await compressionOf(path);
  return {
    select: `SELECT _row_number AS row_number, line
      FROM file({path:String}, 'LineAsString', 'line String', '${compression}')`,
    parameters: { path: { type: 'String', value: path } },
  };
}

const MAGIC_BYTES = [
  ['gzip', '1f8b'],
  ['zstd', '28b52ffd'],
] as const;

async function compressionOf(path: string): Promise<'gzip' | 'zstd' | 'none'> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const start = buffer.subarray(0, bytesRead).toString('hex');
    return MAGIC_BYTES.find(([, magic]) => start.startsWith(magic))?.[0] ?? 'none';
  } finally {
    await file.close();
  }
}
