import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { type Cohort, type CohortMember, cohortMembersQuery } from '../../data/cohorts.ts';
import { useProject } from '../../data/projects.ts';
import { Button } from '../../parts/button.tsx';
import { Moment } from '../../parts/clock.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { formatCount, plural } from '../../parts/format.ts';
import { Pane } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { useRefusal } from '../../session/permission.ts';
import { AddMembersDialog } from './add-members-dialog.tsx';
import styles from './cohorts.module.css';

const columnsOf = (persons: string): readonly TableColumn<CohortMember>[] => [
  {
    id: 'person',
    head: 'Person',
    width: 'minmax(160px, 1.4fr)',
    cell: ({ id, email, name }) => (
      <Link className={styles.cut} to={`${persons}/${id}` as never}>
        {email ?? name ?? id}
      </Link>
    ),
  },
  {
    id: 'id',
    head: 'Id',
    width: 'minmax(160px, 1.2fr)',
    cell: ({ id }) => <code className={styles.cut}>{id}</code>,
  },
  { id: 'since', head: 'First seen', width: '144px', cell: ({ since }) => <Moment at={since} /> },
];

/** Who is in a stored cohort now: how many, those that came last, and the way to add persons to a list. */
export function MembersPane(props: {
  readonly cohort: Cohort;
  readonly refusal: string | null;
}): ReactElement {
  const { cohort, refusal } = props;
  const project = useProject();
  const cannotAsk = useRefusal('query:read');
  const [isAdding, setAdding] = useState(false);
  const members = useQuery({
    ...cohortMembersQuery(project.id, cohort.id, cohort.revision),
    enabled: cannotAsk === null,
  });
  return (
    <Pane
      title="Who is in it now"
      controls={
        <>
          {members.data && <span className={styles.sum}>{plural(members.data.count, 'person')}</span>}
          {cohort.is_static && (
            <Button size="small" icon="plus" unavailable={refusal} onPress={() => setAdding(true)}>
              Add persons
            </Button>
          )}
        </>
      }
    >
      <QueryView
        query={members}
        what="The persons"
        needs={{ scope: 'query:read', shows: 'Here stand the persons of the cohort.' }}
        skeleton={<Skeleton rows={6} height={28} label="The persons" />}
        empty={{
          when: ({ count }) => count === 0,
          show: <p className={styles.none}>{nobody(cohort)}</p>,
        }}
      >
        {({ count, members: rows }) => (
          <>
            <DataTable
              label="Persons"
              columns={columnsOf(`/${project.id}/persons`)}
              rows={rows}
              keyOf={({ id }) => id}
            />
            {count > rows.length && (
              <p className={styles.none}>
                The {rows.length} that came last, of {formatCount(count)}
              </p>
            )}
          </>
        )}
      </QueryView>
      {isAdding && <AddMembersDialog cohort={cohort} onClose={() => setAdding(false)} />}
    </Pane>
  );
}

const nobody = ({ is_static: isStatic }: Cohort) =>
  isStatic
    ? 'Nobody yet: add persons by their distinct ids.'
    : 'Nobody meets the conditions as they are stored.';
