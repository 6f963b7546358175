import type { AllowedFunctions } from '../refusal-of-query-text.ts';

/** What the child is told: one line of JSON on its stdin, which stays open for as long as the service lives. */
export interface ChildOptions {
  readonly folder: string;
  /** A folder of this child alone, for its configuration and pipes. */
  readonly workFolder: string;
  readonly secret: string;
  /** How many answers may be on their way at once; each answer has a pipe. */
  readonly places: { readonly read: number; readonly long: number };
  /** A query that goes on for this long after it was stopped is stuck, milliseconds. */
  readonly stuckAfterMs: number;
  /** The child ends when this many queries of runs are stuck. */
  readonly maxStuckQueries: number;
  readonly maxServerMemoryBytes: number;
  readonly allowedFunctions: readonly string[] | Extract<AllowedFunctions, string>;
}

/** What the child says when it serves: one line of JSON on its stdout. Why it ended stands on its stderr. */
export interface ChildReady {
  readonly port: number;
}
