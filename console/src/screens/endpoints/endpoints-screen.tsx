import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { endpointsQuery } from '../../data/endpoints.ts';
import { useProject } from '../../data/projects.ts';
import { type Endpoint, nameOfKind } from '../../data/shapes.ts';
import { Badge } from '../../parts/badge.tsx';
import { Age } from '../../parts/clock.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { PageBody, PageHead } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';

/** What there is: every endpoint of the project. */
export default function EndpointsScreen(): ReactElement {
  const project = useProject();
  const navigate = useNavigate();
  const endpoints = useQuery(endpointsQuery(project.id));
  const open = ({ name }: Endpoint) => void navigate({ to: `/${project.id}/endpoints/${name}` as never });
  return (
    <>
      <PageHead title="Endpoints" />
      <PageBody>
        <QueryView
          query={endpoints}
          what="The endpoints"
          needs={{
            scope: 'endpoint:read',
            shows: 'Here stand the stored queries of this project and how they do.',
          }}
        >
          {(rows) => (
            <DataTable
              label="Endpoints"
              columns={columnsOf(project.id)}
              rows={rows}
              keyOf={({ id }) => id}
              onOpen={open}
            />
          )}
        </QueryView>
      </PageBody>
    </>
  );
}

const columnsOf = (projectId: number): readonly TableColumn<Endpoint>[] => [
  {
    id: 'name',
    head: 'Endpoint',
    width: 'minmax(220px, 2fr)',
    cell: ({ name }) => <Link to={`/${projectId}/endpoints/${name}` as never}>{name}</Link>,
  },
  { id: 'kind', head: 'Kind', width: '96px', cell: ({ query }) => <Badge>{nameOfKind(query)}</Badge> },
  {
    id: 'last',
    head: 'Last run',
    width: '64px',
    isFigure: true,
    cell: (row) => <Age at={row.last_executed_at} />,
  },
];
