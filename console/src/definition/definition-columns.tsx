import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { IconButton } from '../parts/button.tsx';
import { Age } from '../parts/clock.tsx';
import type { TableColumn } from '../parts/data-table.tsx';
import { formatCount } from '../parts/format.ts';
import { ActionMenu } from '../parts/menu.tsx';
import { TipText } from '../parts/tip.tsx';
import styles from './definition.module.css';
import type { Named } from './named-in.ts';
import type { FindUsers } from './use-users.ts';

/** An action or a cohort in a list. */
export interface ListedDefinition {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly updated_at: string;
  readonly created_by: { readonly label: string };
}

/** Names in a tip; more are on the page of the definition. */
const MOST_IN_TIP = 12;

export interface ShownDefinitions<Row> {
  readonly kind: keyof Named;
  /** "Action", over the names. */
  readonly head: string;
  /** Over the words: "Matches". */
  readonly wordsHead: string;
  readonly wordsOf: (row: Row) => string;
  /** Columns behind the words. */
  readonly more: readonly TableColumn<Row>[];
  readonly base: string;
  readonly findUsers: FindUsers | null;
  /** Why the key may not change them. */
  readonly refusal: string | null;
  readonly onDelete: (row: Row) => void;
  readonly onDuplicate: (row: Row) => void;
}

/** Columns of a list of definitions. */
export function definitionColumns<Row extends ListedDefinition>(
  shown: ShownDefinitions<Row>,
): readonly TableColumn<Row>[] {
  return [
    {
      id: 'name',
      head: shown.head,
      width: 'minmax(200px, 2fr)',
      isSortable: true,
      cell: (row) => <DefinitionName row={row} base={shown.base} />,
    },
    {
      id: 'words',
      head: shown.wordsHead,
      width: 'minmax(240px, 3fr)',
      cell: (row) => <span className={styles.cut}>{shown.wordsOf(row)}</span>,
    },
    ...shown.more,
    {
      id: 'used',
      head: 'Used by',
      width: '88px',
      isFigure: true,
      isSortable: true,
      cell: (row) => <UsedBy row={row} shown={shown} />,
    },
    {
      id: 'changed',
      head: 'Changed',
      width: '88px',
      isSortable: true,
      cell: ({ updated_at }) => <Age at={updated_at} />,
    },
    {
      id: 'by',
      head: 'Made by',
      width: 'minmax(96px, 1fr)',
      cell: ({ created_by }) => <span className={styles.cut}>{created_by.label}</span>,
    },
    {
      id: 'menu',
      head: '',
      width: '44px',
      isPinned: true,
      cell: (row) => <RowMenu row={row} shown={shown} />,
    },
  ];
}

/** The rows that a search finds, in the order of the address. */
export function listDefinitions<Row extends ListedDefinition>(
  rows: readonly Row[],
  { q, sort }: { readonly q: string; readonly sort: string },
  shown: Pick<ShownDefinitions<Row>, 'kind' | 'wordsOf' | 'findUsers'>,
): readonly Row[] {
  const wanted = q.toLowerCase();
  const found = rows.filter((row) =>
    `${row.name}\n${row.description}\n${shown.wordsOf(row)}`.toLowerCase().includes(wanted),
  );
  const used = (row: Row) => shown.findUsers?.(shown.kind, row).length ?? 0;
  const ORDERS: Readonly<Record<string, (one: Row, other: Row) => number>> = {
    name: (one, other) => one.name.localeCompare(other.name),
    used: (one, other) => used(one) - used(other),
    changed: (one, other) => one.updated_at.localeCompare(other.updated_at),
  };
  const order = ORDERS[sort.replace(/^-/, '')] ?? (() => 0);
  return found.toSorted((one, other) => (sort.startsWith('-') ? order(other, one) : order(one, other)));
}

function DefinitionName(props: { readonly row: ListedDefinition; readonly base: string }): ReactElement {
  const { row, base } = props;
  return (
    <span className={styles.name}>
      <Link to={`${base}/${row.id}` as never}>{row.name}</Link>
      {row.description && <small>{row.description}</small>}
    </span>
  );
}

function UsedBy<Row extends ListedDefinition>(props: {
  readonly row: Row;
  readonly shown: ShownDefinitions<Row>;
}): ReactElement {
  const { row, shown } = props;
  const users = shown.findUsers?.(shown.kind, row);
  if (users === undefined) return <span>–</span>;
  if (users.length === 0) return <span>0</span>;
  const names = users.slice(0, MOST_IN_TIP).map(({ what, name }) => `${what} ${name}`);
  const more = users.length > names.length ? `\nand ${users.length - names.length} more` : '';
  return <TipText text={names.join('\n') + more}>{formatCount(users.length)}</TipText>;
}

function RowMenu<Row extends ListedDefinition>(props: {
  readonly row: Row;
  readonly shown: ShownDefinitions<Row>;
}): ReactElement {
  const { row, shown } = props;
  const duplicate = {
    id: 'duplicate',
    label: 'Duplicate',
    icon: 'copy' as const,
    unavailable: shown.refusal,
    onAction: () => shown.onDuplicate(row),
  };
  const remove = {
    id: 'delete',
    label: 'Delete',
    icon: 'trash' as const,
    tone: 'danger' as const,
    unavailable: shown.refusal,
    onAction: () => shown.onDelete(row),
  };
  return (
    <ActionMenu label={`Menu of ${row.name}`} groups={[{ actions: [duplicate] }, { actions: [remove] }]}>
      <IconButton label={`Menu of ${row.name}`} icon="more" size="small" />
    </ActionMenu>
  );
}
