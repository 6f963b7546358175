import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ListedPerson } from '../../data/persons.ts';
import { Badge } from '../../parts/badge.tsx';
import { Moment } from '../../parts/clock.tsx';
import type { TableColumn } from '../../parts/data-table.tsx';
import styles from './persons.module.css';
import { propertyWords } from './property-words.ts';

/** Columns of the list of persons. */
export const personColumns = (base: string): readonly TableColumn<ListedPerson>[] => [
  {
    id: 'person',
    head: 'Person',
    width: 'minmax(200px, 1.6fr)',
    cell: ({ id, name }) => (
      <Link className={styles.cut} to={`${base}/${id}` as never}>
        {name}
      </Link>
    ),
  },
  {
    id: 'identified',
    head: 'Known as',
    width: '104px',
    cell: ({ isIdentified }) =>
      isIdentified ? <Badge tone="accent">identified</Badge> : <Badge>anonymous</Badge>,
  },
  {
    id: 'ids',
    head: 'Distinct ids',
    width: 'minmax(160px, 1.4fr)',
    cell: ({ distinctIds }) => <DistinctIds ids={distinctIds} />,
  },
  {
    id: 'properties',
    head: 'Properties',
    width: 'minmax(200px, 2.4fr)',
    cell: ({ properties }) => <span className={styles.quiet}>{propertyWords(properties)}</span>,
  },
  { id: 'since', head: 'First seen', width: '144px', cell: ({ since }) => <Moment at={since} /> },
];

function DistinctIds({ ids }: { readonly ids: readonly string[] | null }): ReactElement {
  if (ids === null) return <span className={styles.quiet}>on its page</span>;
  const more = ids.length > 1 ? `, and ${ids.length - 1} more` : '';
  return (
    <span className={styles.cut}>
      {ids[0]}
      {more}
    </span>
  );
}
