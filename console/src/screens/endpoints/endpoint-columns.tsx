import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { nameOfKind } from '../../data/shapes.ts';
import type { EndpointUsage } from '../../data/usage.ts';
import { Badge, StateMark } from '../../parts/badge.tsx';
import { IconButton } from '../../parts/button.tsx';
import { Age } from '../../parts/clock.tsx';
import type { TableColumn } from '../../parts/data-table.tsx';
import { captionOfFlow, FlowBar, type FlowCounts } from '../../parts/flow-bar.tsx';
import { formatCount, formatMs } from '../../parts/format.ts';
import { ActionMenu, type MenuGroup } from '../../parts/menu.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import { TipText } from '../../parts/tip.tsx';
import styles from './endpoints.module.css';
import type { ListedEndpoint } from './listed-endpoint.ts';

/** Columns of the list; figures have fixed widths, so that a new number moves nothing. */
export function endpointColumns(
  base: string,
  stepWord: string,
  menuOf: (row: ListedEndpoint) => readonly MenuGroup[],
): readonly TableColumn<ListedEndpoint>[] {
  return [...columnsOfWhat(base), ...columnsOfRuns(stepWord), ...columnsOfState(base, menuOf)];
}

const columnsOfWhat = (base: string): readonly TableColumn<ListedEndpoint>[] => [
  {
    id: 'name',
    head: 'Endpoint',
    width: 'minmax(200px, 2.2fr)',
    isSortable: true,
    cell: (row) => <Name row={row} base={base} />,
  },
  {
    id: 'kind',
    head: 'Kind',
    width: '82px',
    isSortable: true,
    cell: ({ endpoint }) => <Badge>{nameOfKind(endpoint.query)}</Badge>,
  },
  {
    id: 'served',
    head: 'Served from',
    width: 'minmax(150px, 1fr)',
    isSortable: true,
    cell: (row) => <Served row={row} base={base} />,
  },
];

const columnsOfRuns = (stepWord: string): readonly TableColumn<ListedEndpoint>[] => [
  {
    id: 'runs',
    head: 'Runs',
    width: '64px',
    isFigure: true,
    isSortable: true,
    cell: ({ usage }) => figure(usage?.runs, formatCount),
  },
  {
    id: 'errors',
    head: 'Errors',
    width: '52px',
    isFigure: true,
    isSortable: true,
    cell: ({ usage }) => <Errors usage={usage} />,
  },
  {
    id: 'p95',
    head: 'p95',
    width: '60px',
    isFigure: true,
    isSortable: true,
    cell: ({ usage }) => figure(usage?.p95Ms, formatMs),
  },
  {
    id: 'series',
    head: `By ${stepWord}`,
    width: '96px',
    cell: ({ usage }) => <Series usage={usage} stepWord={stepWord} />,
  },
];

const columnsOfState = (
  base: string,
  menuOf: (row: ListedEndpoint) => readonly MenuGroup[],
): readonly TableColumn<ListedEndpoint>[] => [
  {
    id: 'build',
    head: 'Materialization',
    width: 'minmax(112px, 148px)',
    isSortable: true,
    cell: (row) => <Build row={row} base={base} />,
  },
  {
    id: 'last',
    head: 'Last run',
    width: '56px',
    isFigure: true,
    isSortable: true,
    cell: ({ endpoint }) => <Age at={endpoint.last_executed_at} />,
  },
  {
    id: 'menu',
    isPinned: true,
    head: <span className="visually-hidden">Actions</span>,
    width: '30px',
    cell: (row) => (
      <ActionMenu label={`Actions of ${row.endpoint.name}`} groups={menuOf(row)}>
        <IconButton icon="more" label={`Actions of ${row.endpoint.name}`} size="small" />
      </ActionMenu>
    ),
  },
];

function figure<Value>(value: Value | null | undefined, format: (value: Value) => string): ReactElement {
  if (value === undefined) return <span className={styles.absent}>·</span>;
  return <span>{value === null ? '–' : format(value)}</span>;
}

function Name({ row, base }: { readonly row: ListedEndpoint; readonly base: string }): ReactElement {
  const { endpoint, health } = row;
  return (
    <div className={styles.name}>
      <span>
        <Link to={`${base}/${endpoint.name}` as never}>{endpoint.name}</Link>
        {health.state === 'inactive' && <Badge>inactive</Badge>}
        {endpoint.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </span>
      {health.reason ? (
        <small data-tone={health.state === 'failing' ? 'danger' : 'warn'}>{health.reason}</small>
      ) : (
        <small>{endpoint.description}</small>
      )}
    </div>
  );
}

/** Counts of the flow bar; null while they are being read. */
export function flowOf(usage: EndpointUsage | undefined): FlowCounts | null {
  if (usage === undefined) return null;
  return { ...usage.served, errors: usage.errors };
}

function Served({ row, base }: { readonly row: ListedEndpoint; readonly base: string }): ReactElement {
  const counts = flowOf(row.usage);
  if (counts === null) return <span className={styles.absent}>·</span>;
  if (row.usage?.runs === 0) return <span className={styles.absent}>no runs</span>;
  return (
    <Link to={`${base}/${row.endpoint.name}` as never} className={styles.served} data-bar>
      <FlowBar counts={counts} />
      <small>{captionOfFlow(counts)}</small>
    </Link>
  );
}

function Errors({ usage }: { readonly usage: EndpointUsage | undefined }): ReactElement {
  if (!usage || usage.errors === 0) return figure(usage?.errors, formatCount);
  return <span className={styles.errors}>{formatCount(usage.errors)}</span>;
}

function Series({
  usage,
  stepWord,
}: {
  readonly usage: EndpointUsage | undefined;
  readonly stepWord: string;
}): ReactElement | null {
  if (!usage || usage.runs === 0) return null;
  const most = Math.max(...usage.series.map(({ runs }) => runs));
  return (
    <Sparkline
      values={usage.series.map(({ runs }) => runs)}
      marks={usage.series.map(({ errors }) => errors > 0)}
      label={`Runs by ${stepWord}: at most ${formatCount(most)}`}
    />
  );
}

function Build({ row, base }: { readonly row: ListedEndpoint; readonly base: string }): ReactElement {
  const { endpoint } = row;
  const { materialization } = endpoint;
  if (!endpoint.is_materialized) {
    const why = materialization.materializable ? 'It could be' : (materialization.reason ?? '');
    return (
      <TipText text={`Not materialized. ${why}`}>
        <span className={styles.absent}>
          {materialization.materializable ? 'off' : /variable/.test(why) ? 'uses variables' : 'not possible'}
        </span>
      </TipText>
    );
  }
  return (
    <Link to={`${base}/${endpoint.name}/materialization` as never} className={styles.build}>
      {materialization.state === 'Failed' ? (
        <StateMark tone="danger">failed</StateMark>
      ) : materialization.last_materialized_at === null ? (
        <StateMark tone="busy">first build</StateMark>
      ) : (
        <StateMark tone={row.health.state === 'stale' ? 'warn' : 'ok'}>
          <span>
            <Age at={materialization.last_materialized_at} />
            {materialization.verified === true && ', proved'}
          </span>
        </StateMark>
      )}
    </Link>
  );
}
