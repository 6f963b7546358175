import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import {
  type DefinitionOrder,
  type PropertyDefinition,
  propertyDefinitionsQuery,
} from '../../data/catalogue.ts';
import { useProject } from '../../data/projects.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Age } from '../../parts/clock.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { formatCount } from '../../parts/format.ts';
import { QueryView } from '../../parts/query-view.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Select } from '../../parts/select.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import { useRefusal } from '../../session/permission.ts';
import styles from './catalogue.module.css';
import { CATALOGUE_SCOPE, ListEnd, NothingCameIn } from './list-states.tsx';
import { TypeDialog } from './type-dialog.tsx';

const IN_ADDRESS = { q: '', sort: '-volume', type: '' };

const OWNERS = [
  { value: '', label: 'All owners' },
  { value: 'event', label: 'Events' },
  { value: 'person', label: 'Persons' },
  { value: 'group', label: 'Groups' },
] as const;

/** Properties with how queries read them, and what came in otherwise. */
export function PropertyList(): ReactElement {
  const project = useProject();
  const [state, change] = useUrlState(IN_ADDRESS);
  const [typed, setTyped] = useState<PropertyDefinition | null>(null);
  const refusal = useRefusal('project:write');
  const type = OWNERS.find(({ value }) => value === state.type)?.value ?? '';
  const filter = { search: state.q, orderBy: state.sort as DefinitionOrder, type };
  const properties = useQuery(propertyDefinitionsQuery(project.id, filter));
  return (
    <>
      <div className={styles.controls}>
        <SearchField isOfScreen label="Search properties" value={state.q} onChange={(q) => change({ q })} />
        <Select
          isFilter
          label="Owner"
          choices={OWNERS}
          value={type}
          onChange={(value) => change({ type: value })}
        />
      </div>
      <QueryView
        query={properties}
        what="The properties"
        needs={CATALOGUE_SCOPE}
        empty={{
          when: ({ results }) => results.length === 0,
          show: <NothingCameIn isSearch={state.q !== '' || type !== ''} projectId={project.id} />,
        }}
      >
        {({ count, results }) => (
          <>
            <DataTable
              label="Properties"
              columns={columnsOf(refusal, setTyped)}
              rows={results}
              keyOf={({ type: owner, name }) => `${owner} ${name}`}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
            />
            <ListEnd shown={results.length} count={count} />
          </>
        )}
      </QueryView>
      {typed && <TypeDialog property={typed} onClose={() => setTyped(null)} />}
    </>
  );
}

function columnsOf(
  refusal: string | null,
  onType: (property: PropertyDefinition) => void,
): readonly TableColumn<PropertyDefinition>[] {
  return [
    {
      id: 'name',
      head: 'Property',
      width: 'minmax(220px, 2fr)',
      isSortable: true,
      cell: ({ name }) => <span className={styles.name}>{name}</span>,
    },
    { id: 'owner', head: 'Of', width: '84px', cell: ({ type }) => type },
    {
      id: 'type',
      head: 'Read as',
      width: 'minmax(180px, 1fr)',
      cell: ({ property_type, seen_types }) => (
        <span className={styles.types}>
          <Badge>{property_type}</Badge>
          {seen_types.length > 1 && <Badge tone="warn">{`came as ${seen_types.join(', ')}`}</Badge>}
        </span>
      ),
    },
    {
      id: 'volume',
      head: 'Values',
      width: '112px',
      isFigure: true,
      isSortable: true,
      cell: ({ volume }) => formatCount(volume),
    },
    {
      id: 'last_seen_at',
      head: 'Last seen',
      width: '104px',
      isSortable: true,
      cell: ({ last_seen_at }) => <Age at={last_seen_at} />,
    },
    {
      id: 'column',
      head: 'Own column',
      width: '104px',
      cell: ({ is_promoted }) => (is_promoted ? 'yes' : ''),
    },
    {
      id: 'change',
      head: '',
      width: '116px',
      cell: (property) => (
        <Button size="small" tone="quiet" unavailable={refusal} onPress={() => onType(property)}>
          Change type
        </Button>
      ),
    },
  ];
}
