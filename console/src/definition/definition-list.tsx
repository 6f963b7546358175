import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useState } from 'react';
import { useProject } from '../data/projects.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { PageBody, PageHead } from '../parts/page.tsx';
import { QueryView } from '../parts/query-view.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Empty } from '../parts/states.tsx';
import { useUrlState } from '../parts/use-url-state.ts';
import { useRefusal } from '../session/permission.ts';
import styles from './definition.module.css';
import {
  definitionColumns,
  type ListedDefinition,
  listDefinitions,
  type ShownDefinitions,
} from './definition-columns.tsx';
import { useUsers } from './use-users.ts';

const IN_ADDRESS = { q: '', sort: 'name' };

export interface DefinitionListProps<Row extends ListedDefinition>
  extends Pick<ShownDefinitions<Row>, 'kind' | 'head' | 'wordsHead' | 'wordsOf' | 'more'> {
  /** "action", "cohort" */
  readonly noun: string;
  readonly query: UseQueryResult<readonly Row[]>;
  /** What one is good for, in sentences. */
  readonly says: string;
  /** A body of the API to look at. */
  readonly example: string;
  readonly deletion: (row: Row, close: () => void) => ReactNode;
}

/** The list of all actions or cohorts of a project. */
export function DefinitionList<Row extends ListedDefinition>(props: DefinitionListProps<Row>): ReactElement {
  const { noun, kind, query, says, example } = props;
  const project = useProject();
  const [state, change] = useUrlState(IN_ADDRESS);
  return (
    <>
      <PageHead
        title={`${props.head}s`}
        apiCall={`/api/projects/${project.id}/${kind}`}
        controls={
          <>
            <SearchField
              isOfScreen
              label={`Search ${kind}`}
              value={state.q}
              onChange={(q) => change({ q })}
            />
            <NewDefinition noun={noun} kind={kind} tone="primary" />
          </>
        }
      />
      <PageBody>
        <QueryView
          query={query}
          what={`The ${kind}`}
          needs={{ scope: 'endpoint:read', shows: says }}
          empty={{
            when: (rows) => rows.length === 0,
            show: (
              <Empty
                title={`No ${noun} yet`}
                action={<NewDefinition noun={noun} kind={kind} tone="plain" />}
                example={<CodeBlock label="Copy the example" code={example} />}
              >
                {says}
              </Empty>
            ),
          }}
        >
          {(rows) => <Rows {...props} rows={rows} state={state} change={change} />}
        </QueryView>
      </PageBody>
    </>
  );
}

function NewDefinition(props: {
  readonly noun: string;
  readonly kind: string;
  readonly tone: 'primary' | 'plain';
}): ReactElement {
  const project = useProject();
  const navigate = useNavigate();
  const refusal = useRefusal('endpoint:write');
  return (
    <Button
      tone={props.tone}
      icon="plus"
      unavailable={refusal}
      onPress={() => void navigate({ to: `/${project.id}/${props.kind}/new` as never })}
    >
      New {props.noun}
    </Button>
  );
}

function Rows<Row extends ListedDefinition>(
  props: DefinitionListProps<Row> & {
    readonly rows: readonly Row[];
    readonly state: Readonly<typeof IN_ADDRESS>;
    readonly change: (change: Partial<typeof IN_ADDRESS>) => void;
  },
): ReactElement {
  const { rows, state, change, kind } = props;
  const project = useProject();
  const navigate = useNavigate();
  const refusal = useRefusal('endpoint:write');
  const findUsers = useUsers();
  const [gone, setGone] = useState<Row | null>(null);
  const base = `/${project.id}/${kind}`;
  const shown = listDefinitions(rows, state, { ...props, findUsers });
  if (shown.length === 0) return <NothingFound noun={props.noun} base={base} count={rows.length} />;
  return (
    <>
      <DataTable
        label={`${props.head}s`}
        columns={definitionColumns({
          ...props,
          base,
          findUsers,
          refusal,
          onDelete: setGone,
          onDuplicate: ({ id }) =>
            void navigate({ to: `${base}/new` as never, search: { from: String(id) } as never }),
        })}
        rows={shown}
        keyOf={({ id }) => String(id)}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        onOpen={({ id }) => void navigate({ to: `${base}/${id}` as never })}
        rowHeight={52}
      />
      <p className={styles.count}>
        {shown.length} of {rows.length}
      </p>
      {gone && props.deletion(gone, () => setGone(null))}
    </>
  );
}

function NothingFound(props: {
  readonly noun: string;
  readonly base: string;
  readonly count: number;
}): ReactElement {
  return (
    <Empty
      title={`No ${props.noun} is found`}
      action={
        <Link to={props.base as never} search={{} as never}>
          Show all {props.count}
        </Link>
      }
    >
      Names, descriptions and conditions are searched, in any case.
    </Empty>
  );
}
