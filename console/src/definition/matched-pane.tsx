import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import {
  type EventOwner,
  MATCHED_DAYS,
  type MatchedEvent,
  type MatchedEvents,
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
  /** Said when there are none. */
  readonly none: string;
}): ReactElement {
  const { title, owner, none } = props;
  const project = useProject();
  const refusal = useRefusal('query:read');
  const query = useQuery({ ...matchedEventsQuery(project.id, owner), enabled: refusal === null });
  return (
    <Pane
      title={title}
      controls={query.data && <span className={styles.sum}>{sumOf(owner, query.data)}</span>}
    >
      <QueryView
        query={query}
        what="The events"
        needs={{ scope: 'query:read', shows: 'Here stand the latest events.' }}
        skeleton={<Skeleton rows={6} height={28} label="The events" />}
        empty={{ when: ({ latest }) => latest.length === 0, show: <p className={styles.none}>{none}</p> }}
      >
        {({ latest }) => (
          <div className={styles.matched}>
            <DataTable
              label={title}
              columns={columnsOf(owner, `/${project.id}/persons`)}
              rows={latest}
              keyOf={({ uuid }) => uuid}
            />
          </div>
        )}
      </QueryView>
    </Pane>
  );
}

const sumOf = ({ kind }: EventOwner, { events, persons }: MatchedEvents) =>
  kind === 'action'
    ? `${plural(events, 'event')} of ${plural(persons, 'person')} in ${MATCHED_DAYS} days`
    : `${plural(events, 'event')} in its last ${MATCHED_DAYS} days`;

/** Columns; events of an action lead to their persons. */
const columnsOf = ({ kind }: EventOwner, persons: string): readonly TableColumn<MatchedEvent>[] => [
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
    cell: ({ distinctId }) =>
      kind === 'person' ? (
        <span className={styles.cut}>{distinctId}</span>
      ) : (
        <Link className={styles.cut} to={persons as never} search={{ q: distinctId } as never}>
          {distinctId}
        </Link>
      ),
  },
  {
    id: 'url',
    head: 'URL',
    width: 'minmax(160px, 1.6fr)',
    cell: ({ url }) => <span className={styles.cut}>{url ?? '–'}</span>,
  },
];
