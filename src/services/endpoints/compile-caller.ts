import type { Caller } from '../caller.ts';
import type { CompileCaller } from '../catalog/compiling.ts';

/** Longest time that a caller waits for the answer of a thread. */
const MOST_MS = 30_000;

/** For whom a query is compiled that somebody saves, validates or looks at. */
export function compileCallerOf({ projectId, author: { keyId }, signal }: Caller): CompileCaller {
  return {
    projectId,
    principal: { keyId },
    abortController: () => {
      const late = AbortSignal.timeout(MOST_MS);
      return { signal: signal === undefined ? late : AbortSignal.any([late, signal()]) };
    },
  };
}
