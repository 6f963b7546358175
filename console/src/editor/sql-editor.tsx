import { nextDiagnostic, openLintPanel } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useMemo } from 'react';
import styles from './editor.module.css';
import type { QueryMark } from './query-marks.ts';
import type { QueryNames } from './query-names.ts';
import { showMarks, sqlLanguage } from './sql-language.ts';
import { useEditor } from './use-editor.ts';

interface SqlEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly names: QueryNames;
  readonly marks: readonly QueryMark[];
  readonly isReadOnly?: boolean;
  /** Ctrl or Command with Enter. */
  readonly onRun: () => void;
  /** With Shift too: the text that is selected, and where it begins. */
  readonly onRunSelection?: (text: string, offset: number) => void;
  readonly onSave?: () => void;
  readonly onFormat?: () => void;
  /** Set here: writes a text at the cursor and goes on there. */
  readonly insertRef?: RefObject<((text: string) => void) | null>;
}

/** The editor of queries. `Mod-.` takes the first proposal at the cursor, F8 goes to the next mark. */
export function SqlEditor(props: SqlEditorProps) {
  const {
    value,
    onChange,
    names,
    marks,
    isReadOnly = false,
    onRun,
    onRunSelection,
    onSave,
    onFormat,
    insertRef,
  } = props;
  const language = useMemo(() => sqlLanguage(names), [names]);
  const extensions = useMemo(() => [language, showMarks(marks)], [language, marks]);
  const [element, view] = useEditor({
    value,
    onChange,
    label: 'Query',
    isReadOnly,
    extensions,
    keys: [
      { key: 'Mod-Enter', run: does(onRun) },
      { key: 'Mod-Shift-Enter', run: (view) => runSelection(view, onRunSelection) },
      { key: 'Mod-s', preventDefault: true, run: does(onSave) },
      { key: 'Shift-Alt-f', run: does(onFormat) },
      { key: 'Mod-.', run: (view) => fixAtCursor(view, marks) },
      { key: 'F8', run: nextDiagnostic },
      { key: 'Mod-Shift-m', run: openLintPanel },
    ],
  });
  useEffect(() => {
    if (insertRef === undefined) return;
    insertRef.current = (text) => {
      view.current?.dispatch(view.current.state.replaceSelection(text));
      view.current?.focus();
    };
  }, [insertRef, view]);
  return <div ref={element} className={styles['editor']} />;
}

function does(act: (() => void) | undefined): () => boolean {
  return () => {
    act?.();
    return act !== undefined;
  };
}

function runSelection(view: EditorView, run: SqlEditorProps['onRunSelection']): boolean {
  const { from, to } = view.state.selection.main;
  if (run === undefined || from === to) return false;
  run(view.state.sliceDoc(from, to), from);
  return true;
}

/** Takes the proposal of the mark at the cursor, or of the only mark that has one. */
function fixAtCursor(view: EditorView, marks: readonly QueryMark[]): boolean {
  const { head } = view.state.selection.main;
  const mendable = marks.filter(({ fix }) => fix !== null);
  const mark =
    mendable.find(({ from, to }) => from <= head && head <= to) ??
    (mendable.length === 1 ? mendable[0] : undefined);
  if (mark === undefined) return false;
  view.dispatch({ changes: { from: mark.from, to: mark.to, insert: mark.fix ?? '' } });
  return true;
}
