import type { LiveEvents, RecentEvent } from '../../data/live-events.ts';
import { Badge } from '../../parts/badge.tsx';
import { Moment } from '../../parts/clock.tsx';
import type { TableColumn } from '../../parts/data-table.tsx';
import { formatCount } from '../../parts/format.ts';
import styles from './live.module.css';

/** Columns of the list. An event before which others are missing, or came and are not shown, says so. */
export const liveColumns = ({
  gaps,
  skipped,
}: Pick<LiveEvents, 'gaps' | 'skipped'>): readonly TableColumn<RecentEvent>[] => [
  {
    id: 'at',
    head: 'Received',
    width: '112px',
    cell: ({ received_at }) => <Moment at={received_at} />,
  },
  {
    id: 'event',
    head: 'Event',
    width: 'minmax(160px, 1fr)',
    cell: ({ uuid, event }) => (
      <span className={styles.event}>
        {event} {gaps.has(uuid) && <Badge tone="warn">earlier ones are missing</Badge>}
        {skipped.has(uuid) && <Badge>+{formatCount(skipped.get(uuid) ?? 0)} more before</Badge>}
      </span>
    ),
  },
  {
    id: 'who',
    head: 'Distinct id',
    width: 'minmax(140px, 1fr)',
    cell: ({ distinct_id }) => <span className={styles.text}>{distinct_id}</span>,
  },
  {
    id: 'properties',
    head: 'Properties',
    width: 'minmax(240px, 3fr)',
    cell: ({ properties }) => <span className={styles.text}>{tellProperties(properties)}</span>,
  },
  {
    id: 'warnings',
    head: '',
    width: 'minmax(24px, max-content)',
    cell: ({ warnings }) =>
      warnings.map((warning) => (
        <Badge key={warning} tone="warn">
          {warning}
        </Badge>
      )),
  },
];

/** Properties that are shown in a row. */
const SHOWN = 6;

/** The first properties in one line; those of the SDKs, which begin with `$`, come last. */
function tellProperties(properties: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(properties).sort((a, b) => Number(a.startsWith('$')) - Number(b.startsWith('$')));
  return names
    .slice(0, SHOWN)
    .map((name) => {
      const value = properties[name];
      return `${name} ${(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 60)}`;
    })
    .join('  ');
}
