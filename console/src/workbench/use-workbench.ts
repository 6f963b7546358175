import { useMemo, useState } from 'react';
import type { QueryAnswer } from '../data/ad-hoc.ts';
import { marksOfProblems, marksOfUnknown } from '../editor/query-marks.ts';
import { draftVariables, variablesOfRun } from './draft-variables.ts';
import { keepRuns, type PastRun, readRuns, withRun } from './run-history.ts';
import { queryOf, type SqlDraft } from './sql-draft.ts';
import { tableOf } from './table-of.ts';
import { useNames } from './use-names.ts';
import { type RunState, useRun } from './use-run.ts';
import { useValidation } from './use-validation.ts';

/** Rows of one page of an answer. */
const PAGE = 1000;

/** Whose draft it is. */
export interface WorkbenchSubject {
  readonly projectId: number;
  /** Name of the endpoint; null for a draft that belongs to none. */
  readonly endpoint: string | null;
  /** Members of the stored query that the editor does not show. */
  readonly stored?: Readonly<Record<string, unknown>>;
}

/** What the parts of the workbench share: names, judgement, marks, runs. */
export function useWorkbench({ projectId, endpoint, stored }: WorkbenchSubject, draft: SqlDraft) {
  const runner = useRun(projectId);
  const history = useHistory(`${projectId}:${endpoint ?? 'scratch'}`);
  const [offset, setOffset] = useState(0);
  const query = queryOf(draft, stored);
  const body = { query, variables: draft.declarations, ...(endpoint !== null && { name: endpoint }) };
  const { validation, of } = useValidation(projectId, draft.query.trim() === '' ? null : body);
  const isCurrent = of === JSON.stringify(body);
  const variables = draftVariables(validation?.variables ?? [], draft.declarations);
  const names = useNames(
    projectId,
    variables.map(({ name }) => name),
  );
  const marks = useMemo(() => {
    const errors = isCurrent ? (validation?.errors ?? []) : [];
    return [...marksOfProblems(draft.query, errors, 'error', names), ...marksOfUnknown(draft.query, names)];
  }, [draft.query, isCurrent, validation, names]);
  const run = async (text: string, from = 0) => {
    setOffset(from);
    const began = performance.now();
    const answer = await runner.run({
      query: { ...query, query: text },
      variables: variablesOfRun(variables, draft.values),
      variable_declarations: draft.declarations,
      debug: true,
      limit: PAGE,
      ...(from > 0 && { offset: from }),
    });
    history.add(text, performance.now() - began, answer);
  };
  return {
    runner,
    run,
    runs: history.runs,
    names,
    marks,
    variables,
    validation,
    /** The judgement of the draft as it stands; null while it is being judged. */
    judged: isCurrent ? validation : null,
    more: runner.state.answer?.hasMore === true ? () => void run(draft.query, offset + PAGE) : null,
    outdated: outdatedReason(runner.state, JSON.stringify(query)),
  };
}

function useHistory(subject: string) {
  const [runs, setRuns] = useState(() => readRuns(subject));
  const add = (query: string, ms: number, answer: QueryAnswer | null) => {
    const rows = answer === null ? null : tableOf(answer).rows.length;
    const past: PastRun = {
      query,
      at: new Date().toISOString(),
      ms,
      rows,
      rowsRead: answer?.engine?.rows_read ?? null,
    };
    setRuns((before) => {
      const after = withRun(before, past);
      keepRuns(subject, after);
      return after;
    });
  };
  return { runs, add };
}

function outdatedReason({ problem, answered, isRunning }: RunState, query: string): string | null {
  if (isRunning || answered === null) return null;
  if (problem?.code === 'query_cancelled') return 'The last run was cancelled.';
  if (problem !== null) return 'The last run failed.';
  return answered === query ? null : 'The query has changed since.';
}
