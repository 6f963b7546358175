import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { PERSONS_PAGE, type PersonPage, personsQuery } from '../../data/persons.ts';
import { useProject } from '../../data/projects.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { plural } from '../../parts/format.ts';
import { PageBody, PageHead } from '../../parts/page.tsx';
import { Pages } from '../../parts/pages.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Empty } from '../../parts/states.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import { useRefusal } from '../../session/permission.ts';
import { personColumns } from './person-columns.tsx';
import { PERSON_FILTERS, PersonFilters } from './person-filters.tsx';
import styles from './persons.module.css';

const EXAMPLE = `{"event": "$identify", "distinct_id": "ada@example.org",
 "properties": {"$set": {"email": "ada@example.org", "plan": "pro"}}}`;

/** Who the events are of: found by name, email, distinct id, or the value of a property. */
export default function PersonsScreen(): ReactElement {
  const project = useProject();
  const refusal = useRefusal('query:read');
  const [state, change] = useUrlState(PERSON_FILTERS);
  const page = Math.max(0, Number.parseInt(state.page, 10) || 0);
  const search = { text: state.q, property: state.property, value: state.value, page };
  const persons = useQuery({ ...personsQuery(project.id, search), enabled: refusal === null });
  const isSearch = state.q !== '' || state.property !== '';
  return (
    <>
      <PageHead
        title="Persons"
        apiCall={`/api/projects/${project.id}/persons`}
        controls={<PersonFilters state={state} change={change} />}
      />
      <PageBody>
        <QueryView
          query={persons}
          what="The persons"
          needs={{
            scope: 'query:read',
            shows: 'Here stand the persons whose events came in, with their properties.',
          }}
          empty={{
            when: ({ count }) => count === 0,
            show: isSearch ? <NobodyFound /> : <NobodyYet />,
          }}
        >
          {(data) => (
            <PersonList data={data} page={page} onPage={(next) => change({ page: String(next) }, true)} />
          )}
        </QueryView>
      </PageBody>
    </>
  );
}

function PersonList(props: {
  readonly data: PersonPage;
  readonly page: number;
  readonly onPage: (page: number) => void;
}): ReactElement {
  const { data, page, onPage } = props;
  const project = useProject();
  const navigate = useNavigate();
  const base = `/${project.id}/persons`;
  return (
    <>
      <DataTable
        label="Persons"
        columns={personColumns(base)}
        rows={data.persons}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: `${base}/${id}` as never })}
      />
      {data.count <= PERSONS_PAGE && <p className={styles.end}>{plural(data.count, 'person')}</p>}
      <Pages page={page} size={PERSONS_PAGE} count={data.count} onPage={onPage} />
    </>
  );
}

function NobodyYet(): ReactElement {
  return (
    <Empty title="No person yet" example={<CodeBlock label="Copy the event" code={EXAMPLE} />}>
      A person is there as soon as an event with a profile comes in: its distinct ids, its properties and its
      events are found here.
    </Empty>
  );
}

function NobodyFound(): ReactElement {
  return (
    <Empty title="Nobody is found">
      A text is looked for in email and name, in any case, and as a distinct id, exactly. The value of a
      property has to be the whole value.
    </Empty>
  );
}
