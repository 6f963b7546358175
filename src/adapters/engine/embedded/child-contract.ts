import type { BucketAccess } from '../ddl/embedded-access.ts';
import type { EngineSecrets } from '../engine-secrets.ts';
import type { AllowedFunctions } from '../refusal-of-query-text.ts';

/** How a child serves services on other machines, beside the one that started it. */
export interface NetworkOptions {
  readonly host: string;
  /** 0 = a free one at the first start. */
  readonly port: number;
  readonly secrets: EngineSecrets;
  /** Certificate chain and key as PEM; absent = plain HTTP. */
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** Value of the header that tells services what answers them. */
  readonly announced: string;
}

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
  /** 2 = one engine that is two shards, for tests. */
  readonly shards?: number;
  readonly bucket?: BucketAccess;
  readonly network?: NetworkOptions;
}

/** What the child says when it serves: one line of JSON on its stdout. Why it ended stands on its stderr. */
export interface ChildReady {
  readonly port: number;
  /** The one on the network, where there is one. */
  readonly networkPort?: number;
}
