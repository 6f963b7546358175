import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { formatCount } from '../../parts/format.ts';
import { Empty } from '../../parts/states.tsx';
import styles from './catalogue.module.css';

/** What reading the catalogue needs. */
export const CATALOGUE_SCOPE = {
  scope: 'project:read',
  shows: 'The catalogue lists the events and properties that came in, with their types and volumes.',
} as const;

/** Nothing came in, or nothing of the name that is searched. */
export function NothingCameIn(props: {
  readonly isSearch: boolean;
  readonly projectId: number;
}): ReactElement {
  if (props.isSearch)
    return <Empty title="Nothing of this name">Search for a part of a name; case does not matter.</Empty>;
  return (
    <Empty
      title="Nothing came in yet"
      action={<Link to={`/${props.projectId}/live` as never}>See how to send an event</Link>}
    >
      Names and types are learned from the events that come in; nothing has to be declared first.
    </Empty>
  );
}

/** How much of a long list is shown. */
export function ListEnd(props: { readonly shown: number; readonly count: number }): ReactElement {
  const { shown, count } = props;
  return (
    <p className={styles.end}>
      {shown < count
        ? `The first ${formatCount(shown)} of ${formatCount(count)}; search for more`
        : `${formatCount(count)} in all`}
    </p>
  );
}
