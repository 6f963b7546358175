import type { ReactElement } from 'react';
import { useState } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { Pane } from '../../parts/page.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import styles from './persons.module.css';
import { valueText } from './property-words.ts';

type Property = readonly [name: string, value: unknown];

const COLUMNS: readonly TableColumn<Property>[] = [
  {
    id: 'name',
    head: 'Property',
    width: 'minmax(140px, 1fr)',
    cell: ([name]) => <code className={styles.cut}>{name}</code>,
  },
  {
    id: 'value',
    head: 'Value',
    width: 'minmax(200px, 2fr)',
    cell: ([, value]) => <span className={styles.cut}>{valueText(value) || '""'}</span>,
  },
  {
    id: 'copy',
    head: '',
    width: '32px',
    cell: ([name, value]) => (
      <CopyButton text={valueText(value)} label={`Copy the value of ${name.slice(0, 40)}`} />
    ),
  },
];

/** Properties of a person by name, as they are now. */
export function PropertiesPane(props: {
  readonly properties: Readonly<Record<string, unknown>>;
}): ReactElement {
  const [text, setText] = useState('');
  const wanted = text.toLowerCase();
  const all = Object.entries(props.properties).toSorted(([one], [other]) => one.localeCompare(other));
  const shown = all.filter(([name, value]) => `${name}\n${valueText(value)}`.toLowerCase().includes(wanted));
  return (
    <Pane
      title="Properties"
      controls={all.length > 0 && <SearchField label="Search properties" value={text} onChange={setText} />}
    >
      {shown.length === 0 ? (
        <p className={styles.none}>
          {all.length === 0 ? 'No property is set.' : 'No property holds this text.'}
        </p>
      ) : (
        <div className={styles.table}>
          <DataTable label="Properties" columns={COLUMNS} rows={shown} keyOf={([name]) => name} />
        </div>
      )}
    </Pane>
  );
}
