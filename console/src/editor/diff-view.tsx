import { json } from '@codemirror/lang-json';
import { sql } from '@codemirror/lang-sql';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import styles from './editor.module.css';
import { editorTheme } from './editor-theme.ts';

interface DiffViewProps {
  readonly before: string;
  readonly after: string;
  readonly language: 'sql' | 'json';
  /** Both texts beside one another; otherwise one text with what is gone in its lines. */
  readonly isSideBySide: boolean;
  readonly label: string;
}

/** What differs between two texts, to read only. */
export function DiffView({ before, after, language, isSideBySide, label }: DiffViewProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = element.current;
    if (parent === null) return undefined;
    const shared = [
      lineNumbers(),
      language === 'sql' ? sql() : json(),
      EditorState.readOnly.of(true),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      editorTheme(),
    ];
    const collapse = { margin: 3, minSize: 6 };
    if (isSideBySide) {
      const merge = new MergeView({
        parent,
        a: { doc: before, extensions: shared },
        b: { doc: after, extensions: shared },
        collapseUnchanged: collapse,
      });
      return () => merge.destroy();
    }
    const unified = unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: collapse });
    const view = new EditorView({ parent, doc: after, extensions: [shared, unified] });
    return () => view.destroy();
  }, [before, after, language, isSideBySide, label]);
  return <div ref={element} className={styles['diff']} />;
}
