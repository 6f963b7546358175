import { AppError } from '../../../base/errors.ts';
import type { EventBounds } from '../../../schema/event-deletion.ts';
import type {
  FilterOperator,
  PropertyFilter,
  StoredPropertyFilter,
} from '../../../schema/property-filter.ts';

/** In every text they find the empty one. */
const SEARCHES: ReadonlySet<FilterOperator | undefined> = new Set([
  'icontains',
  'not_icontains',
  'icontains_multi',
  'not_icontains_multi',
  'regex',
  'not_regex',
]);

/**
 * Refuses bounds that leave out no event, because they would delete all of them: none at all, and filters without
 * content, which clients leave behind where somebody has not filled in a filter yet.
 * @throws AppError invalid_value, invalid_filter
 */
export function checkBounds({ after, before, event, properties = [] }: EventBounds): void {
  properties.forEach((filter, index) => {
    refuseEmpty(filter, `properties.${index}`);
  });
  if (after !== undefined || before !== undefined || event !== undefined || properties.length > 0) return;
  throw new AppError(
    'invalid_value',
    'Say which events go, by after, before, event or properties. To remove everything, delete the project.',
  );
}

function refuseEmpty(filter: StoredPropertyFilter, attr: string): void {
  if (!('values' in filter)) {
    refuseEmptyValue(filter, `${attr}.value`);
    return;
  }
  if (filter.values.length === 0)
    throw new AppError('invalid_filter', `${attr}.values: a group without filters lets every event in.`, {
      attr: `${attr}.values`,
    });
  filter.values.forEach((part, index) => {
    refuseEmpty(part, `${attr}.values.${index}`);
  });
}

function refuseEmptyValue(filter: PropertyFilter, attr: string): void {
  const values = [filter.value].flat();
  if (values.length === 0)
    throw new AppError('invalid_filter', `${attr}: an empty list says nothing.`, { attr });
  const isSearch = 'operator' in filter && SEARCHES.has(filter.operator);
  if (isSearch && values.includes(''))
    throw new AppError('invalid_filter', `${attr}: every text holds the empty text. Use is_set or exact.`, {
      attr,
    });
}
