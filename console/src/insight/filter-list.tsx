import { Button, IconButton } from '../parts/button.tsx';
import { Select } from '../parts/select.tsx';
import { TextField } from '../parts/text-field.tsx';
import styles from './insight.module.css';
import { filterValue, OPERATORS, type Operator, operatorsOf, typedFilter } from './operators.ts';
import { PropertyPicker, useTypeOf } from './pickers.tsx';
import { filterWords } from './sentence.ts';

type Filter = Readonly<Record<string, unknown>>;

interface FilterListProps {
  readonly projectId: number;
  /** The member `properties` as it is: a list, a group, or nothing. */
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
  /** Where no group is taken, all filters hold. */
  readonly isList?: boolean;
}

/**
 * Filters that all hold, or of which one holds. What is nested deeper, or of a kind without a form, is shown as words and
 * kept as it is.
 */
export function FilterList({ projectId, value, onValue, isList = false }: FilterListProps) {
  const { filters, joins, write } = readFilters(value);
  const set = (next: readonly Filter[], join = joins) => onValue(write(next, join));
  return (
    <div className={styles['filters']}>
      {filters.map((filter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a filter is its place.
        <div key={at} className={styles['filter']}>
          {at > 0 && isList && <span className={styles['words']}>and</span>}
          {at > 0 && !isList && (
            <Button size="small" tone="quiet" onPress={() => set(filters, joins === 'AND' ? 'OR' : 'AND')}>
              {joins === 'AND' ? 'and' : 'or'}
            </Button>
          )}
          {isPlain(filter) ? (
            <FilterRow
              projectId={projectId}
              filter={filter}
              onFilter={(next) => set(filters.with(at, next))}
            />
          ) : (
            <span className={styles['words']}>{filterWords(filter)} (see JSON)</span>
          )}
          <IconButton
            label="Remove the filter"
            icon="cross"
            size="small"
            onPress={() => set(filters.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        size="small"
        tone="quiet"
        icon="plus"
        onPress={() => set([...filters, { type: 'event', key: '', operator: 'exact' }])}
      >
        Filter
      </Button>
    </div>
  );
}

interface FilterRowProps {
  readonly projectId: number;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  /** Properties of persons alone. */
  readonly isOfPerson?: boolean;
}

/** Property, comparison and value of one filter. */
export function FilterRow({ projectId, filter, onFilter, isOfPerson = false }: FilterRowProps) {
  const owner = String(filter['type'] ?? 'event');
  const name = String(filter['key'] ?? '');
  const type = useTypeOf(projectId, owner, name);
  const operator =
    OPERATORS.find(({ value }) => value === (filter['operator'] ?? 'exact')) ?? (OPERATORS[0] as Operator);
  const choices = operatorsOf(type);
  const withOperator = (value: string) => {
    const next = OPERATORS.find((one) => one.value === value) ?? operator;
    const { value: before, ...rest } = filter;
    onFilter({
      ...rest,
      operator: value,
      ...(next.takes !== 'nothing' && { value: filterValue(typedFilter(before), next, type) }),
    });
  };
  return (
    <>
      <PropertyPicker
        projectId={projectId}
        label="Property"
        owner={owner}
        name={name}
        isOfPerson={isOfPerson}
        onProperty={(property) => onFilter({ ...filter, type: property.owner, key: property.name })}
      />
      <Select
        label="Comparison"
        hidesLabel
        value={operator.value}
        choices={(choices.includes(operator) ? choices : [operator, ...choices]).map(({ value, words }) => ({
          value,
          label: words,
        }))}
        onChange={withOperator}
      />
      {operator.takes !== 'nothing' && (
        <TextField
          label="Value"
          hidesLabel
          isCode
          placeholder={
            operator.takes === 'two' ? '1, 9' : operator.takes === 'date' ? '2026-01-01 or -30d' : 'value'
          }
          value={typedFilter(filter['value'])}
          onChange={(text) => onFilter({ ...filter, value: filterValue(text, operator, type) })}
        />
      )}
    </>
  );
}

/** The filters of a list, or of a group of one level; how they join; and how they are written back in the same form. */
function readFilters(value: unknown) {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value) && 'values' in value;
  const inner = isGroup ? (value as Filter)['values'] : value;
  const filters: readonly Filter[] = Array.isArray(inner) ? inner : [];
  const joins: 'AND' | 'OR' = isGroup && (value as Filter)['type'] === 'OR' ? 'OR' : 'AND';
  const write = (next: readonly Filter[], join: 'AND' | 'OR'): unknown => {
    if (next.length === 0) return undefined;
    return isGroup || join === 'OR'
      ? { ...(isGroup ? (value as Filter) : {}), type: join, values: next }
      : next;
  };
  return { filters, joins, write };
}

/** Filters that the form has controls for: properties of events and persons. */
export function isPlain(filter: Filter): boolean {
  const { type = 'event', operator = 'exact' } = filter as {
    readonly type?: unknown;
    readonly operator?: unknown;
  };
  return (
    !('values' in filter) &&
    (type === 'event' || type === 'person') &&
    OPERATORS.some(({ value }) => value === operator)
  );
}
