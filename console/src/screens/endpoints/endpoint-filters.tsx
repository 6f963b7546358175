import type { ReactElement } from 'react';
import { type Endpoint, QUERY_KINDS } from '../../data/shapes.ts';
import { RANGES } from '../../data/usage.ts';
import { SearchField } from '../../parts/search-field.tsx';
import { Select } from '../../parts/select.tsx';

/** What the address holds of the list, with what it is when it is left out. */
export const FILTERS: { q: string; kind: string; tag: string; state: string; sort: string; range: string } = {
  q: '',
  kind: '',
  tag: '',
  state: '',
  sort: '-runs',
  range: '24h',
};

const STATES = [
  { value: '', label: 'Any state' },
  { value: 'healthy', label: 'Healthy' },
  { value: 'failing', label: 'Failing', help: 'More than 1 % of runs ended in an error' },
  { value: 'slow', label: 'Slow', help: 'p95 above 1 s' },
  { value: 'stale', label: 'Stale build', help: 'Its build failed, or its snapshot is two intervals old' },
  { value: 'unused', label: 'Unused', help: 'No run for 30 days' },
  { value: 'inactive', label: 'Inactive', help: 'Runs answer 404' },
];

/** Search, kind, state, tag and range of the list. */
export function EndpointFilters(props: {
  readonly filters: Readonly<typeof FILTERS>;
  readonly change: (change: Partial<typeof FILTERS>) => void;
  readonly endpoints: readonly Endpoint[];
}): ReactElement {
  const { filters, change, endpoints } = props;
  const tags = [...new Set(endpoints.flatMap((endpoint) => endpoint.tags))].toSorted();
  const kinds = QUERY_KINDS.map(({ kind, name }) => ({ value: kind as string, label: name }));
  return (
    <>
      <SearchField
        isOfScreen
        label="Search name, tag, text"
        value={filters.q}
        onChange={(q) => change({ q })}
      />
      <Select
        isFilter
        label="Kind"
        choices={[{ value: '', label: 'Any kind' }, ...kinds]}
        value={filters.kind}
        onChange={(kind) => change({ kind })}
      />
      <Select
        isFilter
        label="State"
        choices={STATES}
        value={filters.state}
        onChange={(state) => change({ state })}
      />
      {tags.length > 0 && (
        <Select
          isFilter
          label="Tag"
          choices={[{ value: '', label: 'Any tag' }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
          value={filters.tag}
          onChange={(tag) => change({ tag })}
        />
      )}
      <Select
        isFilter
        label="Range"
        choices={RANGES.map(({ value, label }) => ({ value: value as string, label }))}
        value={filters.range}
        onChange={(range) => change({ range })}
      />
    </>
  );
}
