import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import type { PreparedRun } from '../../query/plan.ts';
import type { OutputFormat } from '../../schema/output-format.ts';
import type { OutputRequest, RunRequest } from '../../schema/run-request.ts';

/** A completely checked run: nothing in it can be refused any more, except by limits. */
export interface CheckedRun {
  readonly endpoint: EndpointRow;
  readonly version: VersionRow;
  readonly request: RunRequest & OutputRequest;
  readonly prepared: PreparedRun;
  readonly format: OutputFormat;
  /** Most rows the answer may hold. */
  readonly maxRows: number;
  readonly key: string;
  readonly cacheAgeSeconds: number;
}
