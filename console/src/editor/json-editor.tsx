import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter } from '@codemirror/lint';
import { useMemo } from 'react';
import styles from './editor.module.css';
import { placeOfMember } from './json-place.ts';
import { showMarks } from './sql-language.ts';
import { useEditor } from './use-editor.ts';

interface JsonEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  /** What the service refuses, by the path of the member: `series.0.math`. */
  readonly problems: readonly {
    readonly attr: string | null;
    readonly detail: string;
    readonly code: string;
  }[];
  readonly isReadOnly?: boolean;
  readonly onRun?: () => void;
}

/** An editor of JSON: what is no JSON is marked by itself, what the service refuses at its member. */
export function JsonEditor({ value, onChange, label, problems, isReadOnly = false, onRun }: JsonEditorProps) {
  const extensions = useMemo(() => {
    const marks = problems.map(({ attr, detail, code }) => {
      const place = placeOfMember(value, (attr ?? '').replace(/^query\.?/, ''));
      return { ...place, severity: 'error' as const, message: detail, code, fix: null };
    });
    return [json(), linter(jsonParseLinter()), showMarks(marks)];
  }, [problems, value]);
  const [element] = useEditor({
    value,
    onChange,
    label,
    isReadOnly,
    extensions,
    keys: [
      {
        key: 'Mod-Enter',
        run: () => {
          onRun?.();
          return onRun !== undefined;
        },
      },
    ],
  });
  return <div ref={element} className={styles['editor']} />;
}
