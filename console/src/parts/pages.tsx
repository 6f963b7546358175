import type { ReactElement } from 'react';
import { Button } from './button.tsx';
import styles from './pages.module.css';

/** Goes through a list that is read page by page, newest first. Nothing where all of it is on one page. */
export function Pages(props: {
  /** From 0. */
  readonly page: number;
  /** Rows of a page. */
  readonly size: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
}): ReactElement | null {
  const { page, size, count, onPage } = props;
  const pages = Math.ceil(count / size);
  if (pages <= 1) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      <Button
        size="small"
        onPress={() => onPage(page - 1)}
        unavailable={page === 0 ? 'These are the newest' : null}
      >
        Newer
      </Button>
      <span>
        {(page * size + 1).toLocaleString('en')} to {Math.min(count, (page + 1) * size).toLocaleString('en')}{' '}
        of {count.toLocaleString('en')}
      </span>
      <Button
        size="small"
        onPress={() => onPage(page + 1)}
        unavailable={page + 1 >= pages ? 'These are the oldest' : null}
      >
        Older
      </Button>
    </nav>
  );
}
