import type { ReactElement } from 'react';
import type { ShownEndpoint } from '../../data/shapes.ts';
import { StateMark } from '../../parts/badge.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { Pane } from '../../parts/page.tsx';
import styles from './reads.module.css';

type ReadProperty = NonNullable<ShownEndpoint['read_properties']>[number];

const COLUMNS: readonly TableColumn<ReadProperty>[] = [
  {
    id: 'name',
    head: 'Property of events',
    width: 'minmax(160px, 1fr)',
    cell: ({ name }) => <code className={styles.name}>{name}</code>,
  },
  {
    id: 'from',
    head: 'Read from',
    width: 'minmax(220px, 1fr)',
    cell: ({ is_promoted: isPromoted }) => (
      <StateMark tone={isPromoted ? 'ok' : 'off'}>
        {isPromoted ? 'a column of its own' : 'the document of each event'}
      </StateMark>
    ),
  },
];

/** Which properties of events the query reads, and whether from columns. */
export function PropertiesPane(props: {
  readonly properties: ShownEndpoint['read_properties'];
}): ReactElement {
  const { properties } = props;
  return (
    <Pane title="Properties" className={styles.pane}>
      <p className={styles.lead}>{leadOf(properties)}</p>
      {properties !== null && properties.length > 0 && (
        <div className={styles.list}>
          <DataTable label="Properties" columns={COLUMNS} rows={properties} keyOf={({ name }) => name} />
        </div>
      )}
    </Pane>
  );
}

function leadOf(properties: ShownEndpoint['read_properties']): string {
  if (properties === null) return 'The query does not compile, so what it reads is not known.';
  if (properties.length === 0) return 'The query reads no property of events, so no document is parsed.';
  if (properties.every(({ is_promoted }) => is_promoted))
    return 'All of them stand in columns: no document of an event is parsed.';
  return (
    'Documents are parsed event by event. What saved endpoints of a large project read gets a column by itself, ' +
    'within seconds of the save; answers are the same before and after.'
  );
}
