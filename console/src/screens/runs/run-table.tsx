import type { ReactElement } from 'react';
import { isRun, type LogEntry, type RunLogEntry } from '../../data/run-log.ts';
import { Badge } from '../../parts/badge.tsx';
import { Moment } from '../../parts/clock.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { formatBytes, formatCount, formatMs } from '../../parts/format.ts';
import styles from './runs.module.css';

/** A cell of a run; empty for a change of what the query reads. */
const ofRun = (cell: (run: RunLogEntry) => ReactElement | string | number | null) => (entry: LogEntry) =>
  isRun(entry) ? cell(entry) : null;

const COLUMNS: readonly TableColumn<LogEntry>[] = [
  { id: 'at', head: 'Began', width: '124px', cell: ({ started_at }) => <Moment at={started_at} /> },
  {
    id: 'status',
    head: 'Status',
    width: '76px',
    cell: (entry) =>
      isRun(entry) ? (
        <Badge tone={entry.level === 'error' ? 'danger' : 'ok'}>{entry.status}</Badge>
      ) : (
        <Badge tone="warn">change</Badge>
      ),
  },
  {
    id: 'source',
    head: 'Served from',
    width: '124px',
    cell: ofRun(({ served_from }) =>
      served_from === undefined ? null : (
        <span className={styles.source} data-source={served_from}>
          {served_from}
        </span>
      ),
    ),
  },
  {
    id: 'why',
    head: 'Why',
    width: 'minmax(160px, 1fr)',
    cell: (entry) => (
      <span className={styles.why}>
        {isRun(entry) ? (entry.error_code ?? entry.served_reason) : `${entry.code}: ${entry.detail}`}
      </span>
    ),
  },
  {
    id: 'took',
    head: 'Took',
    width: '84px',
    isFigure: true,
    cell: ofRun(({ duration_ms }) => formatMs(duration_ms)),
  },
  { id: 'rows', head: 'Rows', width: '76px', isFigure: true, cell: ofRun(({ rows }) => formatCount(rows)) },
  {
    id: 'read',
    head: 'Rows read',
    width: '92px',
    isFigure: true,
    cell: ofRun(({ rows_read }) => formatCount(rows_read)),
  },
  {
    id: 'bytes',
    head: 'Bytes read',
    width: '92px',
    isFigure: true,
    cell: ofRun(({ bytes_read }) => formatBytes(bytes_read)),
  },
  { id: 'version', head: 'Version', width: '76px', isFigure: true, cell: ({ version }) => version ?? null },
];

/** The newest runs first, dense. */
export function RunTable(props: {
  readonly rows: readonly LogEntry[];
  readonly open: LogEntry | null;
  readonly onOpen: (entry: LogEntry) => void;
}): ReactElement {
  return (
    <DataTable
      label="Runs"
      columns={COLUMNS}
      rows={props.rows}
      rowHeight={28}
      keyOf={keyOfEntry}
      onOpen={props.onOpen}
      toneOf={(entry) => (entry === props.open ? 'open' : entry.level === 'error' ? 'danger' : null)}
    />
  );
}

const keyOfEntry = (entry: LogEntry): string =>
  isRun(entry) ? `${entry.request_id}` : `${entry.started_at} ${entry.version} ${entry.detail}`;
