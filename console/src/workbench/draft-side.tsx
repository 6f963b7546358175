import type { ApiProblem } from '../api/problem.ts';
import type { QueryValidation } from '../data/ad-hoc.ts';
import type { DraftVariable } from './draft-variables.ts';
import type { SqlDraft } from './sql-draft.ts';
import { VariablesForm } from './variables-form.tsx';
import styles from './workbench.module.css';

interface DraftSideProps {
  readonly draft: SqlDraft;
  readonly onDraft: (draft: SqlDraft) => void;
  readonly variables: readonly DraftVariable[];
  readonly validation: QueryValidation | null;
  /** Of the last run. */
  readonly problem: ApiProblem | null;
}

/** Beside the editor: the variables, and what the service knows of the query. */
export function DraftSide({ draft, onDraft, variables, validation, problem }: DraftSideProps) {
  const errorOf = (attr: string) => (problem?.attr === attr ? problem.message : null);
  const { materialization } = validation ?? {};
  return (
    <aside className={styles['side']} aria-label="Variables and facts">
      <h2>Variables</h2>
      <VariablesForm variables={variables} draft={draft} onDraft={onDraft} errorOf={errorOf} />
      {validation !== null && (
        <>
          <h2>This query</h2>
          <dl className={styles['facts']}>
            <dt>Tables</dt>
            <dd>{validation.tables.join(', ') || 'none'}</dd>
            <dt>Columns</dt>
            <dd>{validation.columns?.length ?? 'known when it runs'}</dd>
            <dt>Can be materialized</dt>
            <dd>
              {materialization?.materializable
                ? 'yes'
                : `no${materialization?.reason ? `: ${materialization.reason}` : ''}`}
            </dd>
          </dl>
        </>
      )}
    </aside>
  );
}
