import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { isBuild, isRun, type LogEntry, type RunLogEntry } from '../../data/run-log.ts';
import { Badge } from '../../parts/badge.tsx';
import { Moment } from '../../parts/clock.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { formatBytes, formatCount, formatMs } from '../../parts/format.ts';
import { nameOfKey } from './offered-keys.ts';
import styles from './runs.module.css';
import { useKeyNames } from './use-key-names.ts';

/** A cell of a run; empty for a change of what the query reads. */
const ofRun = (cell: (run: RunLogEntry) => ReactElement | string | number | null) => (entry: LogEntry) =>
  isRun(entry) ? cell(entry) : null;

const columnsOf = (keyNames: KeyNames): readonly TableColumn<LogEntry>[] => [
  { id: 'at', head: 'Began', width: '124px', cell: ({ started_at }) => <Moment at={started_at} /> },
  {
    id: 'status',
    head: 'Status',
    width: '76px',
    cell: (entry) =>
      isRun(entry) ? (
        <Badge tone={entry.level === 'error' ? 'danger' : 'ok'}>{entry.status}</Badge>
      ) : isBuild(entry) ? (
        <Badge tone={entry.level === 'error' ? 'danger' : 'plain'}>build</Badge>
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
    cell: (entry) => <span className={styles.why}>{tellWhy(entry)}</span>,
  },
  {
    id: 'took',
    head: 'Took',
    width: '84px',
    isFigure: true,
    cell: (entry) => ('duration_ms' in entry ? formatMs(entry.duration_ms) : null),
  },
  {
    id: 'rows',
    head: 'Rows',
    width: '76px',
    isFigure: true,
    cell: (entry) => (isRun(entry) || isBuild(entry) ? formatCount(entry.rows) : null),
  },
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
  {
    id: 'key',
    head: 'Key',
    width: 'minmax(88px, 140px)',
    cell: ofRun(({ key_id }) => <span className={styles.key}>{nameOfKey(keyNames, key_id)}</span>),
  },
];

type KeyNames = ReadonlyMap<string, string>;

/** Why a run was answered from there, or what a change or build was. */
function tellWhy(entry: LogEntry): string | undefined {
  if (isRun(entry)) return entry.error_code ?? entry.served_reason;
  if (isBuild(entry)) return `${entry.cause}: ${entry.error ?? entry.outcome}`;
  return `${entry.code}: ${entry.detail}`;
}

/** Which endpoint ran, where the log is of many. */
const endpointColumn = (projectId: number): TableColumn<LogEntry> => ({
  id: 'endpoint',
  head: 'Endpoint',
  width: 'minmax(140px, 1fr)',
  cell: ({ endpoint }) =>
    endpoint ? (
      <Link to={`/${projectId}/endpoints/${endpoint}/runs` as never} className={styles.endpoint}>
        {endpoint}
      </Link>
    ) : (
      <span className={styles.why}>deleted</span>
    ),
});

/** The endpoint behind the time; the drawer tells the bytes, for which a list of all endpoints has no room. */
const projectColumns = (projectId: number, keyNames: KeyNames): readonly TableColumn<LogEntry>[] =>
  columnsOf(keyNames)
    .filter(({ id }) => id !== 'bytes')
    .toSpliced(1, 0, endpointColumn(projectId));

/** The newest runs first, dense. */
export function RunTable(props: {
  /** Where the log is of all endpoints of a project: its number, for links. */
  readonly project?: number;
  readonly rows: readonly LogEntry[];
  readonly open: LogEntry | null;
  readonly onOpen: (entry: LogEntry) => void;
}): ReactElement {
  const { project } = props;
  const keyNames = useKeyNames();
  const columns = project === undefined ? columnsOf(keyNames) : projectColumns(project, keyNames);
  return (
    <DataTable
      label="Runs"
      columns={columns}
      rows={props.rows}
      rowHeight={28}
      keyOf={keyOfEntry}
      onOpen={props.onOpen}
      toneOf={(entry) => (entry === props.open ? 'open' : entry.level === 'error' ? 'danger' : null)}
    />
  );
}

function keyOfEntry(entry: LogEntry): string {
  if (isRun(entry)) return entry.request_id;
  if (isBuild(entry)) return entry.build_id;
  return `${entry.started_at} ${entry.endpoint ?? ''} ${entry.version} ${entry.detail}`;
}
