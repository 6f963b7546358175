import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type DefinitionOrder, type EventDefinition, eventDefinitionsQuery } from '../../data/catalogue.ts';
import { useProject } from '../../data/projects.ts';
import { Age, Moment } from '../../parts/clock.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { formatCount } from '../../parts/format.ts';
import { QueryView } from '../../parts/query-view.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import styles from './catalogue.module.css';
import { CATALOGUE_SCOPE, ListEnd, NothingCameIn } from './list-states.tsx';

const IN_ADDRESS = { q: '', sort: '-volume' };

const COLUMNS: readonly TableColumn<EventDefinition>[] = [
  {
    id: 'name',
    head: 'Event',
    width: 'minmax(240px, 3fr)',
    isSortable: true,
    cell: ({ name }) => <span className={styles.name}>{name}</span>,
  },
  {
    id: 'volume',
    head: 'Events',
    width: '120px',
    isFigure: true,
    isSortable: true,
    cell: ({ volume }) => formatCount(volume),
  },
  {
    id: 'last_seen_at',
    head: 'Last seen',
    width: '112px',
    isSortable: true,
    cell: ({ last_seen_at }) => <Age at={last_seen_at} />,
  },
  { id: 'first', head: 'First seen', width: '144px', cell: ({ created_at }) => <Moment at={created_at} /> },
];

/** Names of events, those that come in most first. */
export function EventList(): ReactElement {
  const project = useProject();
  const [state, change] = useUrlState(IN_ADDRESS);
  const orderBy = state.sort as DefinitionOrder;
  const events = useQuery(eventDefinitionsQuery(project.id, { search: state.q, orderBy }));
  return (
    <>
      <div className={styles.controls}>
        <SearchField isOfScreen label="Search events" value={state.q} onChange={(q) => change({ q })} />
      </div>
      <QueryView
        query={events}
        what="The events"
        needs={CATALOGUE_SCOPE}
        empty={{
          when: ({ results }) => results.length === 0,
          show: <NothingCameIn isSearch={state.q !== ''} projectId={project.id} />,
        }}
      >
        {({ count, results }) => (
          <>
            <DataTable
              label="Events"
              columns={COLUMNS}
              rows={results}
              keyOf={({ name }) => name}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
            />
            <ListEnd shown={results.length} count={count} />
          </>
        )}
      </QueryView>
    </>
  );
}
