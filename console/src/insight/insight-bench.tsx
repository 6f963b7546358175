import { useEffect, useState } from 'react';
import { InsightChart } from '../charts/insight-chart.tsx';
import type { QueryChange, QueryFault } from '../data/ad-hoc.ts';
import { INSIGHT_KINDS, type InsightKind } from '../data/shapes.ts';
import { JsonEditor } from '../editor/json-editor.tsx';
import { Button } from '../parts/button.tsx';
import { Segmented } from '../parts/choose.tsx';
import { formatMs } from '../parts/format.ts';
import { ProblemLine } from '../parts/states.tsx';
import { useRefusal } from '../session/permission.ts';
import { useValidation } from '../workbench/use-validation.ts';
import { changeKind } from './change-kind.ts';
import styles from './insight.module.css';
import { InsightForm } from './insight-form.tsx';
import type { InsightQuery } from './insight-query.ts';
import { sentenceOf } from './sentence.ts';
import { usePreview } from './use-preview.ts';

/** An insight as it is being made: the text of its JSON, which may be no query for a moment. */
export interface InsightDraft {
  readonly text: string;
}

interface InsightBenchProps {
  readonly projectId: number;
  /** Name of the endpoint; null for a draft that belongs to none. */
  readonly endpoint: string | null;
  readonly draft: InsightDraft;
  readonly onDraft: (draft: InsightDraft) => void;
  /** Hears what saving the draft would change, as the service judges it. */
  readonly onChange?: (change: QueryChange | null) => void;
}

/** A draft as a text laid out for reading. */
export function draftOfInsight(query: Readonly<Record<string, unknown>>): InsightDraft {
  return { text: JSON.stringify(query, null, 2) };
}

/** The query of a draft; null while its text is no JSON object. */
export function queryOfDraft({ text }: InsightDraft): InsightQuery | null {
  try {
    const query: unknown = JSON.parse(text);
    return typeof query === 'object' && query !== null && 'kind' in query ? (query as InsightQuery) : null;
  } catch {
    return null;
  }
}

const NO_ERRORS: readonly QueryFault[] = [];
const VIEWS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const;

/** The builder of an insight: form and JSON are two views of one query, the preview beside it draws its answer. */
export function InsightBench({ projectId, endpoint, draft, onDraft, onChange }: InsightBenchProps) {
  const [view, setView] = useState<'form' | 'json'>('form');
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const query = queryOfDraft(draft);
  const body = query === null ? null : { query, ...(endpoint !== null && { name: endpoint }) };
  const { validation, of } = useValidation(projectId, body);
  const judged = of === JSON.stringify(body) ? validation : null;
  const errors = judged?.errors ?? NO_ERRORS;
  useEffect(() => onChange?.(judged?.change ?? null), [judged, onChange]);
  const setQuery = (next: InsightQuery) => onDraft(draftOfInsight(next));
  const setKind = (kind: InsightKind) => {
    if (query === null) return;
    const changed = changeKind(query, kind);
    setDropped(changed.dropped);
    setQuery(changed.query);
  };
  return (
    <div className={styles['bench']}>
      <section className={styles['builder']} aria-label="Question">
        <header className={styles['head']}>
          {query !== null && (
            <Segmented
              label="Kind"
              size="small"
              value={query.kind}
              onChange={setKind}
              choices={KIND_CHOICES}
            />
          )}
          <Segmented
            label="View of the question"
            size="small"
            value={view}
            onChange={setView}
            choices={VIEWS}
          />
        </header>
        {dropped.length > 0 && <p className={styles['note']}>Left behind: {dropped.join(', ')}</p>}
        {view === 'form' && query !== null ? (
          <InsightForm projectId={projectId} query={query} onQuery={setQuery} errors={errors} />
        ) : (
          <div className={styles['json']}>
            <JsonEditor
              label="Query as JSON"
              value={draft.text}
              onChange={(text) => onDraft({ text })}
              problems={errors}
            />
          </div>
        )}
      </section>
      <Preview projectId={projectId} query={query} errors={errors} />
    </div>
  );
}

const KIND_CHOICES = INSIGHT_KINDS.map(({ kind, name }) => ({ value: kind, label: name }));

interface PreviewProps {
  readonly projectId: number;
  readonly query: InsightQuery | null;
  readonly errors: readonly { readonly detail: string; readonly attr: string | null }[];
}

function Preview({ projectId, query, errors }: PreviewProps) {
  const refusal = useRefusal('query:read');
  const preview = usePreview(projectId, errors.length === 0 ? query : null, refusal === null);
  const { state } = preview;
  const drawn = state.answered === null ? null : (JSON.parse(state.answered) as InsightQuery);
  return (
    <section className={styles['preview']} aria-label="Preview">
      <header className={styles['head']}>
        <span className={styles['status']} role="status">
          {statusOf(preview, errors.length)}
        </span>
        {state.isRunning && state.elapsedMs > 1000 && (
          <Button size="small" onPress={preview.cancel}>
            Cancel
          </Button>
        )}
        <Button size="small" icon="play" keys="⌘⏎" unavailable={refusal} onPress={preview.runNow}>
          Run
        </Button>
      </header>
      {errors.map(({ detail, attr }) => (
        <p key={`${attr}${detail}`} className={styles['error']}>
          {attr !== null && <code>{attr.replace(/^query\./, '')}</code>} {detail}
        </p>
      ))}
      {state.problem !== null && (
        <div className={styles['problem']}>
          <ProblemLine error={state.problem} />
        </div>
      )}
      {drawn !== null && state.answer !== null && (
        <div data-outdated={preview.isOutdated || undefined} className={styles['drawn']}>
          <h2>{sentenceOf(drawn)}</h2>
          <InsightChart query={drawn} answer={state.answer} title={sentenceOf(drawn)} />
        </div>
      )}
    </section>
  );
}

function statusOf({ state, isPaused, isOutdated }: ReturnType<typeof usePreview>, errors: number): string {
  if (errors > 0) return 'Preview waits for a query without errors';
  if (state.isRunning)
    return state.elapsedMs > 1000 ? `Running for ${(state.elapsedMs / 1000).toFixed(1)} s` : 'Preview';
  if (isPaused && isOutdated) return `Preview paused: the last run took ${formatMs(state.tookMs)}`;
  return state.answer === null ? 'Preview' : `Preview · ${formatMs(state.tookMs)}`;
}
