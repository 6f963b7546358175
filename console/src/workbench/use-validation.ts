import { useEffect, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { type QueryValidation, validateDraft } from '../data/ad-hoc.ts';

const AFTER_MS = 250;

/** What the service says of a draft. */
export interface DraftJudgement {
  readonly validation: QueryValidation | null;
  /** The draft that `validation` is of, so that marks of an older text are not drawn into a newer one. */
  readonly of: string | null;
}

/**
 * Judges a draft 250 ms after its last change; an earlier judgement under way is ended. A body that the service refuses
 * as a whole is an error like any other.
 * @param draft body of `validateQuery`; null = nothing to judge
 */
export function useValidation(
  projectId: number,
  draft: Readonly<Record<string, unknown>> | null,
): DraftJudgement {
  const [judged, setJudged] = useState<DraftJudgement>({ validation: null, of: null });
  const text = draft === null ? null : JSON.stringify(draft);
  useEffect(() => {
    if (text === null) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const body = JSON.parse(text) as { query: unknown };
        setJudged({ validation: await validateDraft(projectId, body, stop.signal), of: text });
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 400)
          setJudged({ validation: refused(error), of: text });
      }
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [projectId, text]);
  return judged;
}

function refused({ code, message: detail, attr, position }: ApiProblem): QueryValidation {
  return {
    is_valid: false,
    errors: [{ code, detail, attr, position: position ?? null }],
    warnings: [],
    variables: [],
    columns: null,
    tables: [],
    materialization: { materializable: false, reason: null },
    change: null,
  };
}
