import { AppError } from '../../../base/errors.ts';
import type { EventBounds } from '../../../schema/event-deletion.ts';
import type { StoredPropertyFilter } from '../../../schema/property-filter.ts';

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
    if (!Array.isArray(filter.value) || filter.value.length > 0) return;
    throw new AppError('invalid_filter', `${attr}.value: an empty list says nothing.`, {
      attr: `${attr}.value`,
    });
  }
  if (filter.values.length === 0)
    throw new AppError('invalid_filter', `${attr}.values: a group without filters lets every event in.`, {
      attr: `${attr}.values`,
    });
  filter.values.forEach((part, index) => {
    refuseEmpty(part, `${attr}.values.${index}`);
  });
}
