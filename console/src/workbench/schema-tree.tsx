import { useState } from 'react';
import type { QueryNames } from '../editor/query-names.ts';
import { writeName, writeText } from '../editor/query-names.ts';
import { SearchField } from '../parts/search-field.tsx';
import styles from './workbench.module.css';

interface SchemaTreeProps {
  readonly names: QueryNames;
  /** Writes a text at the cursor of the editor. */
  readonly insert: (text: string) => void;
}

interface Leaf {
  readonly name: string;
  readonly detail: string;
  readonly text: string;
}

interface Branch {
  readonly name: string;
  readonly leaves: readonly Leaf[];
}

const MOST_LEAVES = 200;

/** What a query can name: tables with their columns, properties and events by volume, functions. Enter writes a name. */
export function SchemaTree({ names, insert }: SchemaTreeProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const branches = branchesOf(names).flatMap(({ name, leaves }) => {
    const found = leaves.filter((leaf) => leaf.name.toLowerCase().includes(wanted));
    const isNamed = name.toLowerCase().includes(wanted);
    return found.length > 0 || isNamed
      ? [{ name, leaves: found.length > 0 ? found : leaves, all: leaves.length }]
      : [];
  });
  return (
    <div className={styles.schema}>
      <SearchField label="Search tables, columns, properties" value={search} onChange={setSearch} />
      <div className={styles.branches}>
        {branches.map(({ name, leaves, all }) => (
          <details key={name} open={wanted !== '' || name === 'events'}>
            <summary>
              {name} <small>{all}</small>
            </summary>
            <ul>
              {leaves.slice(0, MOST_LEAVES).map((leaf) => (
                <li key={leaf.text}>
                  <button type="button" title={`Write ${leaf.text}`} onClick={() => insert(leaf.text)}>
                    <span>{leaf.name}</span>
                    <small>{leaf.detail}</small>
                  </button>
                </li>
              ))}
            </ul>
            {leaves.length > MOST_LEAVES && <p>and {leaves.length - MOST_LEAVES} more; search for them</p>}
          </details>
        ))}
        {branches.length === 0 && <p className={styles.hint}>Nothing is named so.</p>}
      </div>
    </div>
  );
}

function branchesOf(names: QueryNames): Branch[] {
  const tables = names.tables.map(({ name, columns, joins }) => ({
    name,
    leaves: [
      ...columns.map((column) => ({
        name: column.name,
        detail: shortType(column.type),
        text: writeName(column.name, names.keywords),
      })),
      ...joins.map((join) => ({
        name: join.name,
        detail: join.table,
        text: `${writeName(join.name, names.keywords)}.`,
      })),
    ],
  }));
  const properties = (name: string, path: string, seen: QueryNames['properties']) => ({
    name,
    leaves: seen.map((one) => ({
      name: one.name,
      detail: one.type ?? '',
      text: `${path}.${writeName(one.name, names.keywords)}`,
    })),
  });
  const events = names.events.map(({ name, volume }) => ({
    name,
    detail: volume.toLocaleString('en-US'),
    text: `event = ${writeText(name)}`,
  }));
  return [
    ...tables.slice(0, 2),
    properties('properties of events', 'properties', names.properties),
    properties('properties of persons', 'person.properties', names.personProperties),
    { name: 'event names', leaves: events },
    ...tables.slice(2),
    {
      name: 'functions',
      leaves: names.functions.map(({ name, kind }) => ({ name, detail: kind, text: `${name}(` })),
    },
  ];
}

/** A type as short as a narrow column allows. */
function shortType(type: string): string {
  return type.replace(/^Nullable\((.*)\)$/, '$1?').replace(/^LowCardinality\((.*)\)$/, '$1');
}
