import type { ReactElement, ReactNode } from 'react';
import type { LogFilter, ServedFrom } from '../../data/run-log.ts';
import { RANGES, type RangeName, rangeOf } from '../../data/usage.ts';
import { Switch } from '../../parts/choose.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Select } from '../../parts/select.tsx';
import styles from './runs.module.css';

/** Filters of runs as they stand in the address. */
export const RUNS_IN_ADDRESS = { range: '24h', only: '', from: '', q: '' };

type InAddress = typeof RUNS_IN_ADDRESS;

const ONLY = [
  { value: '', label: 'All runs' },
  { value: 'errors', label: 'Errors only' },
] as const;

const SOURCES: readonly { readonly value: ServedFrom | ''; readonly label: string }[] = [
  { value: '', label: 'From anywhere' },
  { value: 'cache', label: 'From the cache' },
  { value: 'materialized', label: 'From a snapshot' },
  { value: 'direct', label: 'Computed' },
];

/** The filter that an address means; other words mean all. */
export const filterOf = ({ range, only, from, q }: InAddress): LogFilter => ({
  range: rangeOf(range).value,
  onlyErrors: only === 'errors',
  from: SOURCES.find(({ value }) => value === from)?.value ?? '',
  search: q,
});

/** Range, status, source and a search of runs, and whether they are followed. */
export function RunControls(props: {
  readonly state: InAddress;
  readonly change: (state: Partial<InAddress>) => void;
  readonly isLive: boolean;
  readonly setLive: (isLive: boolean) => void;
  /** More filters, before the search. */
  readonly children?: ReactNode;
}): ReactElement {
  const { state, change, isLive, setLive, children } = props;
  const filter = filterOf(state);
  return (
    <div className={styles.controls}>
      <Select<RangeName>
        isFilter
        label="Range"
        choices={RANGES}
        value={filter.range}
        onChange={(range) => change({ range })}
      />
      <Select
        isFilter
        label="Status"
        choices={ONLY}
        value={filter.onlyErrors ? 'errors' : ''}
        onChange={(only) => change({ only })}
      />
      <Select
        isFilter
        label="Source"
        choices={SOURCES}
        value={filter.from}
        onChange={(from) => change({ from })}
      />
      {children}
      <SearchField isOfScreen label="Search runs" value={state.q} onChange={(q) => change({ q })} />
      <Switch isSelected={isLive} onChange={setLive}>
        Live
      </Switch>
    </div>
  );
}
