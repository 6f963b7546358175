import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type ApiProblem, asProblem } from '../../api/problem.ts';
import { type ImportOrder, sendImport } from '../../data/imports.ts';

/** A file on its way to the service. */
export interface Upload {
  readonly file: File;
  readonly order: ImportOrder;
  readonly sentBytes: number;
  readonly beganMs: number;
  /** Why it did not arrive; null while it goes. */
  readonly problem: ApiProblem | null;
}

/** Sends one file after the user has said how it is read; then its import opens. Leaving the screen stops it. */
export function useUpload(projectId: number) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const ending = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => () => ending.current?.abort(), []);
  const send = async (file: File, order: ImportOrder): Promise<void> => {
    const mine = new AbortController();
    ending.current = mine;
    setUpload({ file, order, sentBytes: 0, beganMs: Date.now(), problem: null });
    const onProgress = (sentBytes: number) => setUpload((before) => before && { ...before, sentBytes });
    try {
      const began = await sendImport(projectId, file, order, { onProgress, signal: mine.signal });
      setUpload(null);
      await client.invalidateQueries({ queryKey: ['project', projectId, 'imports', 'list'] });
      await navigate({ to: `/${projectId}/imports/${began.id}` as never });
    } catch (error) {
      if (mine.signal.aborted) setUpload(null);
      else setUpload((before) => before && { ...before, problem: asProblem(error) });
    }
  };
  return {
    upload,
    send,
    cancel: () => ending.current?.abort(),
    dismiss: () => setUpload(null),
  };
}
