import { useEffect, useState } from 'react';

/** Bytes of the beginning of a text file that are tried. */
const START_BYTES = 1_000_000;

/** Packed files and tables are tried whole, up to this size in bytes. */
const MOST_WHOLE_BYTES = 20_000_000;

/** The beginning of a file: as text to look at, and as bytes that an import can be tried with. */
export interface FileStart {
  readonly text: string;
  /** Null where a part of the file means nothing and all of it is too much. */
  readonly bytes: Blob | null;
}

/** Reads the beginning of a file; null until it is there. */
export function useFileStart(file: File): FileStart | null {
  const [start, setStart] = useState<FileStart | null>(null);
  useEffect(() => {
    let isGone = false;
    void readStart(file).then((read) => {
      if (!isGone) setStart(read);
    });
    return () => {
      isGone = true;
    };
  }, [file]);
  return start;
}

async function readStart(file: File): Promise<FileStart> {
  const head = await file.slice(0, START_BYTES).text();
  const isText = !/\.(?:gz|zst|parquet)$/i.test(file.name);
  if (!isText) return { text: '', bytes: file.size <= MOST_WHOLE_BYTES ? file : null };
  if (file.size <= START_BYTES) return { text: head, bytes: file };
  const whole = head.slice(0, head.lastIndexOf('\n') + 1);
  return { text: head, bytes: whole === '' ? null : new Blob([whole]) };
}
