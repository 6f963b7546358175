import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatDraft, type QueryChange } from '../data/ad-hoc.ts';
import { SqlEditor } from '../editor/sql-editor.tsx';
import { Button } from '../parts/button.tsx';
import { sayToast } from '../parts/toasts.tsx';
import { useRefusal } from '../session/permission.ts';
import { DraftSide } from './draft-side.tsx';
import { MarkList } from './mark-list.tsx';
import type { PlotChoice } from './plot-result.ts';
import { ResultPane, type ResultView } from './result-pane.tsx';
import { SchemaTree } from './schema-tree.tsx';
import { Splitter, useShare } from './splitter.tsx';
import type { SqlDraft } from './sql-draft.ts';
import { useWorkbench, type WorkbenchSubject } from './use-workbench.ts';
import styles from './workbench.module.css';

interface SqlWorkbenchProps {
  readonly subject: WorkbenchSubject;
  readonly draft: SqlDraft;
  readonly onDraft: (draft: SqlDraft) => void;
  /** Ctrl+S. */
  readonly onSave?: () => void;
  /** Hears what saving the draft would change, as the service judges it. */
  readonly onChange?: (change: QueryChange | null) => void;
}

/** The editor of a SQL query with its schema, variables, runs and answers. It never runs by itself. */
export function SqlWorkbench({ subject, draft, onDraft, onSave, onChange }: SqlWorkbenchProps) {
  const work = useWorkbench(subject, draft);
  const { runner, judged } = work;
  useEffect(() => onChange?.(judged?.change ?? null), [judged, onChange]);
  const [share, setShare] = useShare('query', 46);
  const [view, setView] = useState<ResultView>('table');
  const [plot, setPlot] = useState<PlotChoice | null>(null);
  const insert = useRef<((text: string) => void) | null>(null);
  const setQuery = (query: string) => onDraft({ ...draft, query });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape cancels a run from wherever the focus is.
    <div
      className={styles['workbench']}
      onKeyDown={(event) => event.key === 'Escape' && runner.state.isRunning && runner.cancel()}
    >
      <SchemaTree names={work.names} insert={(text) => insert.current?.(text)} />
      <div className={styles['middle']} style={{ gridTemplateRows: `${share}fr auto ${100 - share}fr` }}>
        <EditorPane {...{ subject, draft, setQuery, work, insert, onSave }} />
        <Splitter label="Height of the editor" share={share} setShare={setShare} />
        <ResultPane
          state={runner.state}
          outdated={work.outdated}
          view={view}
          setView={setView}
          plot={plot}
          keepPlot={setPlot}
          runs={work.runs}
          restore={setQuery}
          cancel={runner.cancel}
          more={work.more}
        />
      </div>
      <DraftSide
        draft={draft}
        onDraft={onDraft}
        variables={work.variables}
        validation={work.validation}
        problem={runner.state.problem}
      />
    </div>
  );
}

interface EditorPaneProps {
  readonly subject: WorkbenchSubject;
  readonly draft: SqlDraft;
  readonly setQuery: (query: string) => void;
  readonly work: ReturnType<typeof useWorkbench>;
  readonly insert: RefObject<((text: string) => void) | null>;
  readonly onSave: (() => void) | undefined;
}

function EditorPane({ subject, draft, setQuery, work, insert, onSave }: EditorPaneProps) {
  const refusal = useRefusal('query:read');
  const run = (text: string) => refusal === null && void work.run(text);
  const format = async () => {
    try {
      setQuery(await formatDraft(subject.projectId, draft.query));
    } catch (error) {
      sayToast(error instanceof Error ? error.message : 'This query cannot be formatted', { tone: 'danger' });
    }
  };
  return (
    <div className={styles['editorPane']}>
      <div className={styles['editorBody']}>
        <SqlEditor
          value={draft.query}
          onChange={setQuery}
          names={work.names}
          marks={work.marks}
          onRun={() => run(draft.query)}
          onRunSelection={run}
          onFormat={() => void format()}
          insertRef={insert}
          {...(onSave !== undefined && { onSave })}
        />
      </div>
      <MarkList marks={work.marks} query={draft.query} setQuery={setQuery} />
      <div className={styles['editorFoot']}>
        <span>{summaryOf(work)}</span>
        <Button size="small" tone="quiet" keys="⇧⌥F" onPress={() => void format()}>
          Format
        </Button>
        <Button
          tone="primary"
          size="small"
          icon="play"
          keys="⌘⏎"
          unavailable={refusal}
          onPress={() => run(draft.query)}
        >
          Run
        </Button>
      </div>
    </div>
  );
}

const SHOWN_COLUMNS = 4;

/** One line below the editor: how many errors and hints there are, and which columns the answer has. */
function summaryOf({ marks, validation }: ReturnType<typeof useWorkbench>): string {
  const errors = marks.filter(({ severity }) => severity === 'error').length;
  const counted = (count: number, word: string) =>
    count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];
  const columns = validation?.columns ?? [];
  const named = columns.slice(0, SHOWN_COLUMNS).map(({ name, type }) => `${name} ${type}`);
  const shape =
    columns.length === 0
      ? []
      : [`${columns.length} columns: ${named.join(', ')}${columns.length > SHOWN_COLUMNS ? ' …' : ''}`];
  return [...counted(errors, 'error'), ...counted(marks.length - errors, 'hint'), ...shape].join(' · ');
}
