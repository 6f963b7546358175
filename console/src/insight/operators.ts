/** What an operator of filters compares with. */
export interface Operator {
  readonly value: string;
  readonly words: string;
  readonly takes: 'values' | 'text' | 'number' | 'date' | 'two' | 'nothing';
  /** Types of properties that it makes sense for; empty = all. */
  readonly of: readonly string[];
}

/** The operators in words, those used most first. */
export const OPERATORS: readonly Operator[] = [
  { value: 'exact', words: '=', takes: 'values', of: [] },
  { value: 'is_not', words: '≠', takes: 'values', of: [] },
  { value: 'icontains', words: 'contains', takes: 'text', of: ['String'] },
  { value: 'not_icontains', words: 'does not contain', takes: 'text', of: ['String'] },
  { value: 'gt', words: '>', takes: 'number', of: ['Numeric'] },
  { value: 'gte', words: '≥', takes: 'number', of: ['Numeric'] },
  { value: 'lt', words: '<', takes: 'number', of: ['Numeric'] },
  { value: 'lte', words: '≤', takes: 'number', of: ['Numeric'] },
  { value: 'between', words: 'is between', takes: 'two', of: ['Numeric'] },
  { value: 'not_between', words: 'is not between', takes: 'two', of: ['Numeric'] },
  { value: 'is_date_before', words: 'is before', takes: 'date', of: ['DateTime'] },
  { value: 'is_date_after', words: 'is after', takes: 'date', of: ['DateTime'] },
  { value: 'is_date_exact', words: 'is exactly', takes: 'date', of: ['DateTime'] },
  { value: 'regex', words: 'matches', takes: 'text', of: ['String'] },
  { value: 'not_regex', words: 'does not match', takes: 'text', of: ['String'] },
  { value: 'is_set', words: 'is set', takes: 'nothing', of: [] },
  { value: 'is_not_set', words: 'is not set', takes: 'nothing', of: [] },
  { value: 'semver_gt', words: 'is a later version than', takes: 'text', of: ['String'] },
  { value: 'semver_lt', words: 'is an earlier version than', takes: 'text', of: ['String'] },
];

/** The operators for a property's type; all when it is not known. */
export function operatorsOf(type: string | null): readonly Operator[] {
  return type === null ? OPERATORS : OPERATORS.filter(({ of }) => of.length === 0 || of.includes(type));
}

/** What is typed for an operator, as the filter's `value`; undefined for an operator that takes none. */
export function filterValue(text: string, { takes }: Operator, type: string | null): unknown {
  const one = (item: string) =>
    type === 'Numeric' && item !== '' && String(Number(item)) === item ? Number(item) : item;
  const items = text.split(',').map((item) => one(item.trim()));
  switch (takes) {
    case 'nothing':
      return undefined;
    case 'values':
      return items.length === 1 ? items[0] : items.filter((item) => item !== '');
    case 'two':
      return items.map(Number).slice(0, 2);
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'text':
    case 'date':
      return text;
    default:
      return takes satisfies never;
  }
}

/** A filter's `value` as it is typed. */
export function typedFilter(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : value === undefined || value === null ? '' : String(value);
}
