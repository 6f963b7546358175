import type { ReactElement } from 'react';
import { Button } from '../../parts/button.tsx';
import { FlowBar, type FlowCounts, FlowLegend } from '../../parts/flow-bar.tsx';
import { formatCount, formatMs } from '../../parts/format.ts';
import { ActionMenu } from '../../parts/menu.tsx';
import { Figure, Figures } from '../../parts/page.tsx';
import { flowOf } from './endpoint-columns.tsx';
import styles from './endpoints.module.css';
import type { ListedEndpoint } from './listed-endpoint.ts';

/** The whole project at a glance: from where its runs were served, how many, how fast, what needs attention. */
export function EndpointSummary(props: {
  readonly rows: readonly ListedEndpoint[];
  /** 95th percentile of all runs together; undefined where only each endpoint has one. */
  readonly p95Ms: number | null | undefined;
  readonly rangeWords: string;
  readonly onOpen: (row: ListedEndpoint) => void;
}): ReactElement {
  const { rows, rangeWords, onOpen } = props;
  const read = rows.flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
  const isWhole = read.length === rows.length;
  const sum = (of: (usage: (typeof read)[number]) => number) =>
    read.reduce((total, usage) => total + of(usage), 0);
  const counts = read.reduce<FlowCounts>(
    (total, usage) =>
      addFlow(total, flowOf(usage) ?? { cache: 0, snapshot: 0, direct: 0, errors: usage.errors }),
    { cache: 0, snapshot: 0, direct: 0, errors: 0 },
  );
  const slowest = Math.max(...read.map(({ p95Ms }) => p95Ms ?? 0));
  const attention = rows.filter(({ health }) => health.reason !== null);
  return (
    <section className={styles.summary} aria-label={`Served, ${rangeWords}`}>
      <div className={styles.flow}>
        <span>Served, {rangeWords}</span>
        <FlowBar counts={counts} size="head" />
        <FlowLegend counts={counts} />
      </div>
      <Figures>
        <Figure name="Runs" value={isWhole ? formatCount(sum(({ runs }) => runs)) : '·'} />
        {props.p95Ms === undefined ? (
          <Figure name="Slowest p95" value={isWhole ? formatMs(slowest > 0 ? slowest : null) : '·'} />
        ) : (
          <Figure name="p95" value={formatMs(props.p95Ms)} />
        )}
        <Figure name="Rows read" value={isWhole ? formatCount(sum(({ rowsRead }) => rowsRead)) : '·'} />
        <Figure
          name="Attention"
          tone={attention.length > 0 ? 'danger' : 'plain'}
          value={attention.length}
          note={attention.length > 0 && <Attention rows={attention} onOpen={onOpen} />}
        />
      </Figures>
    </section>
  );
}

function Attention(props: {
  readonly rows: readonly ListedEndpoint[];
  readonly onOpen: (row: ListedEndpoint) => void;
}): ReactElement {
  return (
    <ActionMenu
      label="What needs attention"
      groups={[
        {
          actions: props.rows.map((row) => ({
            id: row.endpoint.name,
            label: row.endpoint.name,
            help: row.health.reason ?? '',
            onAction: () => props.onOpen(row),
          })),
        },
      ]}
    >
      <Button size="small" tone="quiet">
        Show
      </Button>
    </ActionMenu>
  );
}

function addFlow(one: FlowCounts, other: FlowCounts): FlowCounts {
  return {
    cache: one.cache + other.cache,
    snapshot: one.snapshot + other.snapshot,
    direct: one.direct + other.direct,
    errors: one.errors + other.errors,
  };
}
