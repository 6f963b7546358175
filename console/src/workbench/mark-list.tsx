import type { QueryMark } from '../editor/query-marks.ts';
import { Button } from '../parts/button.tsx';
import styles from './workbench.module.css';

interface MarkListProps {
  readonly marks: readonly QueryMark[];
  readonly query: string;
  readonly setQuery: (query: string) => void;
}

/** All marks as a list, with what mends them. */
export function MarkList({ marks, query, setQuery }: MarkListProps) {
  if (marks.length === 0) return null;
  return (
    <ul className={styles['marks']} aria-label="Errors and hints">
      {marks.map(({ from, to, severity, message, fix, code }) => (
        <li key={`${from}${message}`} data-severity={severity}>
          <b>{severity}</b>
          <span>
            line {query.slice(0, from).split('\n').length}: {message}{' '}
            {code !== null && (
              <a href={`/docs/errors#${code}`} target="_blank" rel="noreferrer">
                {code}
              </a>
            )}
          </span>
          {fix !== null && (
            <Button size="small" onPress={() => setQuery(query.slice(0, from) + fix + query.slice(to))}>
              Write {fix}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
