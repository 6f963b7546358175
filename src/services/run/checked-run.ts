import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import type { PreparedRun } from '../../query/plan.ts';
import type { StreamFormat } from '../../schema/output-format.ts';
import type { OutputRequest, RunRequest } from '../../schema/run-request.ts';

/**
 * How the answer is written: whole, as bytes that are cached (JSON, and the csv of insights), or by the engine while it
 * is sent.
 */
export type RunOutput = WholeOutput | { readonly kind: 'stream'; readonly format: StreamFormat };

export type WholeOutput =
  | { readonly kind: 'whole'; readonly format: 'json' }
  | {
      readonly kind: 'whole';
      readonly format: 'csv';
      readonly flatten: NonNullable<PreparedRun['flatten']>;
    };

/** A completely checked run: nothing in it can be refused any more, except by limits. */
export interface CheckedRun {
  readonly endpoint: EndpointRow;
  readonly version: VersionRow;
  readonly request: RunRequest & OutputRequest;
  readonly prepared: PreparedRun;
  readonly output: RunOutput;
  /** Of the project. */
  readonly timezone: string;
  /** Most rows the answer may hold. */
  readonly maxRows: number;
  readonly key: string;
  readonly cacheAgeSeconds: number;
  /** `snapshotConditions` of the version: a snapshot of others does not answer. */
  readonly conditions: string;
}
