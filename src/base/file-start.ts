import { open } from 'node:fs/promises';

/** What packs a file, and the hexadecimal digits with which such a file begins. */
const PACKINGS = [
  ['gzip', '1f8b'],
  ['zstd', '28b52ffd'],
] as const;

export type Packing = (typeof PACKINGS)[number][0];

/** So many bytes tell what a file is. */
export const START_BYTES = 4;

/** The first bytes of a file. */
export async function readFileStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** How a file that begins with these bytes is packed; undefined when it is not. */
export function packingOf(start: Buffer): Packing | undefined {
  const digits = start.toString('hex');
  return PACKINGS.find(([, magic]) => digits.startsWith(magic))?.[0];
}

/** True when the bytes begin a Parquet file. */
export function isParquet(start: Buffer): boolean {
  return start.toString('latin1', 0, 4) === 'PAR1';
}
