import { canonicalJson } from '../event/canonical-json.ts';
import type { PlainObject } from '../event/plain-object.ts';

/** What an event asks to do with the properties of its person, in this order. */
export interface PropertyOperations {
  readonly setOnce?: PlainObject;
  readonly set?: PlainObject;
  readonly unset?: readonly string[];
}

/** Properties after `$set_once`, then `$set`, then `$unset`; the same object when nothing changes. */
export function changeProperties(properties: PlainObject, operations: PropertyOperations): PlainObject {
  const missing = Object.entries(operations.setOnce ?? {}).filter(
    ([name]) => !Object.hasOwn(properties, name),
  );
  const set = Object.entries(operations.set ?? {}).filter(
    ([name, value]) => !Object.hasOwn(properties, name) || !isSame(properties[name], value),
  );
  const next =
    missing.length + set.length === 0
      ? properties
      : Object.fromEntries([...Object.entries(properties), ...missing, ...set]);
  const unset = new Set(operations.unset?.filter((name) => Object.hasOwn(next, name)));
  if (unset.size === 0) return next;
  return Object.fromEntries(Object.entries(next).filter(([name]) => !unset.has(name)));
}

function isSame(before: unknown, after: unknown): boolean {
  return before === after || canonicalJson(before) === canonicalJson(after);
}
