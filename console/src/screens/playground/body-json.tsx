import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import { TextField } from '../../parts/text-field.tsx';
import { objectOf, type RunBody } from './play-request.ts';
import styles from './playground.module.css';

/** The body of the request as JSON, editable; the form follows as soon as the text is an object. */
export function BodyJson({
  body,
  onChange,
}: {
  readonly body: RunBody;
  readonly onChange: (body: RunBody) => void;
}): ReactElement {
  const [text, setText] = useState(() => textOf(body));
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    setText((typed) => (isSame(typed, body) ? typed : textOf(body)));
  }, [body]);
  const take = (typed: string) => {
    setText(typed);
    try {
      const parsed: unknown = JSON.parse(typed);
      if (parsed !== objectOf(parsed)) return setError('A body is an object: { … }');
      setError(null);
      onChange(parsed as RunBody);
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
    }
  };
  return (
    <div className={styles.form}>
      <TextField label="Body" value={text} onChange={take} lines={18} isCode error={error} />
    </div>
  );
}

const textOf = (body: RunBody) => JSON.stringify(body, null, 2);

function isSame(typed: string, body: RunBody): boolean {
  try {
    return JSON.stringify(JSON.parse(typed)) === JSON.stringify(body);
  } catch {
    return false;
  }
}
