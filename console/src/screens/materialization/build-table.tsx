import type { ReactElement } from 'react';
import type { Build } from '../../data/materialization.ts';
import { StateMark } from '../../parts/badge.tsx';
import { Moment } from '../../parts/clock.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { formatBytes, formatCount, formatMs } from '../../parts/format.ts';
import styles from './materialization.module.css';
import { PROOF } from './snapshot-facts.tsx';

const CAUSES = {
  schedule: 'schedule',
  request: 'asked for',
  change: 'a change',
  repair: 'a repair',
} as const;

const COLUMNS: readonly TableColumn<Build>[] = [
  { id: 'at', head: 'Asked for', width: '128px', cell: ({ created_at }) => <Moment at={created_at} /> },
  { id: 'cause', head: 'Cause', width: '92px', cell: ({ cause }) => CAUSES[cause] },
  { id: 'version', head: 'Version', width: '72px', isFigure: true, cell: ({ version }) => version },
  {
    id: 'state',
    head: 'State',
    width: '124px',
    cell: ({ state }) => (
      <StateMark tone={state === 'Completed' ? 'ok' : state === 'Failed' ? 'danger' : 'busy'}>
        {state}
      </StateMark>
    ),
  },
  {
    id: 'took',
    head: 'Took',
    width: '88px',
    isFigure: true,
    cell: ({ duration }) => formatMs(duration === null ? null : duration * 1000),
  },
  { id: 'rows', head: 'Rows', width: '88px', isFigure: true, cell: ({ rows }) => formatCount(rows) },
  { id: 'bytes', head: 'Size', width: '88px', isFigure: true, cell: ({ bytes }) => formatBytes(bytes) },
  {
    id: 'proof',
    head: 'Proof',
    width: '108px',
    cell: ({ verified }) => PROOF[String(verified) as keyof typeof PROOF],
  },
  {
    id: 'error',
    head: 'Error',
    width: 'minmax(160px, 1fr)',
    cell: ({ error }) => <span className={styles.error}>{error}</span>,
  },
];

/** Builds of an endpoint, newest first. */
export function BuildTable({ builds }: { readonly builds: readonly Build[] }): ReactElement {
  return (
    <DataTable
      label="Builds"
      columns={COLUMNS}
      rows={builds}
      keyOf={({ id }) => id}
      toneOf={({ state }) => (state === 'Failed' ? 'danger' : null)}
    />
  );
}
