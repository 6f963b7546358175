import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import {
  type EventOwner,
  MATCHED_DAYS,
  type MatchedEvent,
  matchedEventsQuery,
} from '../data/matched-events.ts';
import { useProject } from '../data/projects.ts';
import { Moment } from '../parts/clock.tsx';
import { DataTable, type TableColumn } from '../parts/data-table.tsx';
import { plural } from '../parts/format.ts';
import { Pane } from '../parts/page.tsx';
import { QueryView } from '../parts/query-view.tsx';
import { Skeleton } from '../parts/states.tsx';
import { useRefusal } from '../session/permission.ts';
import styles from './definition.module.css';

/** The latest events of an action or a person, read once when the page opens. */
export function MatchedPane(props: {
  readonly title: string;
  readonly owner: EventOwner;
  readonly revision?: number;
  /** Said when there are none. */
  readonly none: string;
}): ReactElement {
  const { title, owner, revision = 0, none } = props;
  const project = useProject();
  const refusal = useRefusal('query:read');
  const query = useQuery({ ...matchedEventsQuery(project.id, owner, revision), enabled: refusal === null });
  return (
    <Pane title={title} controls={<Sum data={query.data} hasPersons={owner.kind === 'action'} />}>
      <QueryView
        query={query}
        what="The events"
        needs={{ scope: 'query:read', shows: 'Here stand the latest events.' }}
        skeleton={<Skeleton rows={6} height={28} label="The events" />}
        empty={{ when: ({ latest }) => latest.length === 0, show: <p className={styles.none}>{none}</p> }}
      >
        {({ latest }) => (
          <div className={styles.matched}>
            <DataTable label={title} columns={COLUMNS} rows={latest} keyOf={({ uuid }) => uuid} />
          </div>
        )}
      </QueryView>
    </Pane>
  );
}

function Sum(props: {
  readonly data: { readonly events: number; readonly persons: number } | undefined;
  readonly hasPersons: boolean;
}): ReactElement | null {
  if (props.data === undefined) return null;
  const { events, persons } = props.data;
  const of = props.hasPersons ? ` of ${plural(persons, 'person')}` : '';
  return (
    <span className={styles.sum}>
      {plural(events, 'event')}
      {of} in {MATCHED_DAYS} days
    </span>
  );
}

const COLUMNS: readonly TableColumn<MatchedEvent>[] = [
  { id: 'at', head: 'When', width: '128px', cell: ({ timestamp }) => <Moment at={timestamp} /> },
  {
    id: 'event',
    head: 'Event',
    width: 'minmax(120px, 1fr)',
    cell: ({ event }) => <span className={styles.cut}>{event}</span>,
  },
  {
    id: 'person',
    head: 'Distinct id',
    width: 'minmax(120px, 1fr)',
    cell: ({ distinctId }) => <span className={styles.cut}>{distinctId}</span>,
  },
  {
    id: 'url',
    head: 'URL',
    width: 'minmax(160px, 1.6fr)',
    cell: ({ url }) => <span className={styles.cut}>{url ?? '–'}</span>,
  },
];
