import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { asProblem } from '../api/problem.ts';
import { PageBody, PageHead } from '../parts/page.tsx';
import { QueryView } from '../parts/query-view.tsx';
import { Empty } from '../parts/states.tsx';

/** What a page of one action or cohort reads first: waiting, failure and a link that leads nowhere look the same. */
export function OneDefinition<Data>(props: {
  /** "action", "cohort" */
  readonly noun: string;
  /** Shown as the title until it is read. */
  readonly title: string;
  readonly list: string;
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}): ReactElement {
  const { noun, title, list, query, children } = props;
  if (query.isError && asProblem(query.error).status === 404) return <Lost noun={noun} list={list} />;
  if (query.data !== undefined) return <>{children(query.data)}</>;
  return (
    <>
      <PageHead title={title} />
      <PageBody>
        <QueryView
          query={query}
          what={title}
          needs={{ scope: 'endpoint:read', shows: `Here stands what makes the ${noun}, and who uses it.` }}
        >
          {() => null}
        </QueryView>
      </PageBody>
    </>
  );
}

/** A link to something that is gone. */
function Lost({ noun, list }: { readonly noun: string; readonly list: string }): ReactElement {
  return (
    <>
      <PageHead title={`No such ${noun}`} />
      <PageBody>
        <Empty
          title={`There is no ${noun} of this number`}
          action={<Link to={list as never}>Show all {noun}s</Link>}
        >
          It was deleted, which nothing undoes, or the link belongs to another project.
        </Empty>
      </PageBody>
    </>
  );
}
