import type { PreparedRun } from '../../query/plan.ts';
import type { StreamFormat } from '../../schema/output-format.ts';

/**
 * How an answer is written: whole, as bytes that are cached (JSON, and the csv of insights), or by the engine while it
 * is sent.
 */
export type ResultForm = WholeForm | StreamForm;

interface Spelling {
  /** Whole numbers of 64 bits are texts. */
  readonly int64AsString: boolean;
}

export type WholeForm = Spelling &
  (
    | {
        readonly kind: 'whole';
        readonly format: 'json';
        /** Rows are objects by the names of their columns. SQL only. */
        readonly rowsAsObjects?: true;
      }
    | {
        readonly kind: 'whole';
        readonly format: 'csv';
        /** The query whose results become rows. */
        readonly query: NonNullable<PreparedRun['insight']>;
      }
  );

export interface StreamForm extends Spelling {
  readonly kind: 'stream';
  readonly format: StreamFormat;
}

export const PLAIN_JSON: WholeForm = { kind: 'whole', format: 'json', int64AsString: false };
