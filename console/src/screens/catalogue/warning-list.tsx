import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type IngestionWarning, ingestionWarningsQuery } from '../../data/catalogue.ts';
import { useProject } from '../../data/projects.ts';
import { Badge } from '../../parts/badge.tsx';
import { Moment } from '../../parts/clock.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Empty } from '../../parts/states.tsx';
import styles from './catalogue.module.css';
import { CATALOGUE_SCOPE, ListEnd } from './list-states.tsx';

const COLUMNS: readonly TableColumn<IngestionWarning>[] = [
  { id: 'at', head: 'When', width: '144px', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    id: 'reason',
    head: 'Reason',
    width: 'minmax(200px, 1fr)',
    cell: ({ reason }) => <Badge tone="warn">{reason}</Badge>,
  },
  {
    id: 'details',
    head: 'Where',
    width: 'minmax(320px, 3fr)',
    cell: ({ details }) => (
      <span className={styles.name}>
        {Object.entries(details)
          .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join(', ')}
      </span>
    ),
  },
];

/** What was wrong with events that came in; their values are not kept. */
export function WarningList(): ReactElement {
  const project = useProject();
  const warnings = useQuery(ingestionWarningsQuery(project.id));
  return (
    <QueryView
      query={warnings}
      what="The warnings"
      needs={CATALOGUE_SCOPE}
      empty={{
        when: ({ results }) => results.length === 0,
        show: (
          <Empty title="Nothing was wrong">
            Events that are kept only in part, or not at all, are named here with the reason.
          </Empty>
        ),
      }}
    >
      {({ count, results }) => (
        <>
          <DataTable
            label="Warnings"
            columns={COLUMNS}
            rows={results}
            keyOf={(warning) => `${warning.created_at} ${warning.reason} ${JSON.stringify(warning.details)}`}
          />
          <ListEnd shown={results.length} count={count} />
        </>
      )}
    </QueryView>
  );
}
