import type { ReactElement, ReactNode } from 'react';
import type { LogEntry, LogFilter, ServedFrom } from '../../data/run-log.ts';
import { RANGES, type RangeName, rangeOf } from '../../data/usage.ts';
import { Switch } from '../../parts/choose.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { type Choice, Select } from '../../parts/select.tsx';
import { nameOfKey, offeredKeys } from './offered-keys.ts';
import styles from './runs.module.css';
import { useKeyNames } from './use-key-names.ts';

/** Filters of runs as they stand in the address. */
export const RUNS_IN_ADDRESS = { range: '24h', only: '', from: '', version: '', key: '', q: '' };

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
export const filterOf = ({ range, only, from, version, key, q }: InAddress): LogFilter => ({
  range: rangeOf(range).value,
  onlyErrors: only === 'errors',
  from: SOURCES.find(({ value }) => value === from)?.value ?? '',
  version: /^[1-9]\d{0,8}$/.test(version) ? Number(version) : null,
  key,
  search: q,
});

/** Versions that are offered as a filter, the newest; an older one comes by the address. */
const MOST_VERSIONS = 50;

function versionChoices(count: number, chosen: number | null): readonly Choice[] {
  const newest = Array.from({ length: Math.min(count, MOST_VERSIONS) }, (_, at) => count - at);
  const offered = chosen === null || newest.includes(chosen) ? newest : [chosen, ...newest];
  return [
    { value: '', label: 'All versions' },
    ...offered.map((version) => ({ value: String(version), label: `Version ${version}` })),
  ];
}

/** Range, status, source, version, key and a search of runs, and whether they are followed. */
export function RunControls(props: {
  readonly state: InAddress;
  readonly change: (state: Partial<InAddress>) => void;
  readonly isLive: boolean;
  readonly setLive: (isLive: boolean) => void;
  /** How many versions the endpoint has; null where the runs are of many endpoints. */
  readonly versions: number | null;
  /** What the log shows; its callers are offered as keys. */
  readonly entries: readonly LogEntry[] | undefined;
  /** More filters, before the search. */
  readonly children?: ReactNode;
}): ReactElement {
  const { state, change, isLive, setLive, versions, children } = props;
  const filter = filterOf(state);
  const keyNames = useKeyNames();
  const keys = offeredKeys(keyNames, props.entries ?? [], filter.key);
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
      {versions !== null && (
        <Select
          isFilter
          label="Version"
          choices={versionChoices(versions, filter.version)}
          value={filter.version === null ? '' : String(filter.version)}
          onChange={(version) => change({ version })}
        />
      )}
      <Select
        isFilter
        label="Key"
        choices={[
          { value: '', label: 'All keys' },
          ...keys.map((id) => ({ value: id, label: nameOfKey(keyNames, id) })),
        ]}
        value={filter.key}
        onChange={(key) => change({ key })}
      />
      <SearchField isOfScreen label="Search runs" value={state.q} onChange={(q) => change({ q })} />
      <Switch isSelected={isLive} onChange={setLive}>
        Live
      </Switch>
    </div>
  );
}
