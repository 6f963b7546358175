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
  const { set = {}, setOnce = {}, unset = [] } = operations;
  const missing = Object.entries(setOnce).filter(([name]) => !Object.hasOwn(properties, name));
  const isChanged = Object.entries(set).some(
    ([name, value]) => !Object.hasOwn(properties, name) || !isSame(properties[name], value),
  );
  const next =
    missing.length > 0 || isChanged ? { ...properties, ...Object.fromEntries(missing), ...set } : properties;
  const gone = new Set(unset.filter((name) => Object.hasOwn(next, name)));
  if (gone.size === 0) return next;
  return Object.fromEntries(Object.entries(next).filter(([name]) => !gone.has(name)));
}

function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  if (typeof before === 'string' && typeof after === 'string')
    return before.toWellFormed() === after.toWellFormed();
  return canonicalJson(before) === canonicalJson(after);
}
