import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import type { PreparedRun } from '../../query/plan.ts';
import type { OutputRequest, RunRequest } from '../../schema/run-request.ts';
import type { ResultForm } from '../execution/result-form.ts';
import type { AnswerFrame } from '../execution/shape-result.ts';

/** A completely checked run: nothing in it can be refused any more, except by limits. */
export interface CheckedRun {
  readonly endpoint: EndpointRow;
  readonly version: VersionRow;
  readonly request: RunRequest & OutputRequest;
  readonly prepared: PreparedRun;
  readonly form: ResultForm;
  readonly frame: AnswerFrame;
  /** Most rows the answer may hold. */
  readonly maxRows: number;
  readonly key: string;
  readonly cacheAgeSeconds: number;
  /** `snapshotConditions` of the version: a snapshot of others does not answer. */
  readonly conditions: string;
}
