import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { hasScope } from '../session/has-scope.ts';
import { useSessionKey } from '../session/permission.ts';
import type { Scope } from '../session/shapes.ts';
import styles from './query-view.module.css';
import { LoadingLine, NoPermission, ProblemPanel, Skeleton } from './states.tsx';

export interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** "The endpoints": starts the sentences about waiting and failing. */
  readonly what: string;
  /** What reading needs, and what the screen would show; left out = any key may read it. */
  readonly needs?: { readonly scope: Exclude<Scope, '*'>; readonly shows: string };
  /** The first load in its final size; left out = eight rows. */
  readonly skeleton?: ReactNode;
  /** Shown in place of `children` when this says so. */
  readonly empty?: { readonly when: (data: Data) => boolean; readonly show: ReactNode };
  readonly children: (data: Data) => ReactNode;
}

/**
 * The one way to show what a query reads: no permission, first load, failure, nothing there, content. While it is read
 * again the old content stays below a 2 px line, and a failure then stands above the old content.
 */
export function QueryView<Data>(props: QueryViewProps<Data>): ReactElement {
  const { query, what, needs, skeleton, empty, children } = props;
  const key = useSessionKey();
  if (needs && !hasScope(key, needs.scope)) return <NoPermission {...needs} />;
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    if (query.isError)
      return <ProblemPanel error={query.error} what={`${what} could not be read`} onRetry={retry} />;
    return <>{skeleton ?? <Skeleton rows={8} label={what} />}</>;
  }
  return (
    <div className={styles.view}>
      <LoadingLine
        isLoading={query.isPlaceholderData || (query.isFetching && query.isStale && query.isError)}
      />
      {query.isError && (
        <ProblemPanel error={query.error} what={`${what} could not be read again`} onRetry={retry} />
      )}
      {empty?.when(query.data) ? empty.show : children(query.data)}
    </div>
  );
}
