import type { ReactElement } from 'react';
import type { Import } from '../../data/imports.ts';
import { StateMark, type StateTone } from '../../parts/badge.tsx';
import { Age } from '../../parts/clock.tsx';
import type { TableColumn } from '../../parts/data-table.tsx';
import { formatCount } from '../../parts/format.ts';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import styles from './imports.module.css';

const STATES: Readonly<Record<Import['state'], readonly [StateTone, string]>> = {
  running: ['busy', 'running'],
  completed: ['ok', 'completed'],
  failed: ['danger', 'failed'],
  stopped: ['off', 'stopped'],
};

/** The state of an import as a mark with its word. */
export function ImportState({ one }: { readonly one: Import }): ReactElement {
  const [tone, word] = one.undone_at === null ? STATES[one.state] : (['off', 'undone'] as const);
  return <StateMark tone={tone}>{word}</StateMark>;
}

/** Columns of the list of imports. */
export const IMPORT_COLUMNS: readonly TableColumn<Import>[] = [
  {
    id: 'file',
    head: 'File',
    width: 'minmax(200px, 2fr)',
    cell: ({ file_name }) => <span className={styles.name}>{file_name || 'without a name'}</span>,
  },
  { id: 'format', head: 'Format', width: '88px', cell: ({ format }) => format },
  { id: 'state', head: 'State', width: '112px', cell: (one) => <ImportState one={one} /> },
  {
    id: 'read',
    head: 'Read',
    width: 'minmax(120px, 1fr)',
    cell: ({ file_name, state, read, total }) =>
      state === 'running' ? (
        <ProgressBar label={`Import of ${file_name}`} done={read} total={total} />
      ) : (
        formatCount(read)
      ),
  },
  { id: 'new', head: 'New', width: '96px', isFigure: true, cell: ({ inserted }) => formatCount(inserted) },
  {
    id: 'duplicate',
    head: 'Known',
    width: '88px',
    isFigure: true,
    cell: ({ duplicate }) => formatCount(duplicate),
  },
  {
    id: 'rejected',
    head: 'Rejected',
    width: '88px',
    isFigure: true,
    cell: ({ rejected }) => formatCount(rejected),
  },
  { id: 'age', head: 'Sent', width: '76px', cell: ({ created_at }) => <Age at={created_at} /> },
];
