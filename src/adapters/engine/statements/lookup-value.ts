import type { LookupSubject } from '../../../schema/lookup.ts';
import { LOOKUP_VALUE_BYTES } from '../../../schema/lookup.ts';

/** A subject as the engine is told it: with a row that is inserted, or as parameters. No text of a user is SQL. */
export interface ToldSubject {
  readonly kind: LookupSubject['kind'];
  /** The key of a property, the index of a group, else empty. */
  readonly key: string;
}

export function toldSubject(subject: LookupSubject): ToldSubject {
  switch (subject.kind) {
    case 'property':
    case 'number':
      return subject;
    case 'group':
      return { kind: subject.kind, key: String(subject.index) };
    case 'distinct_id':
      return { kind: subject.kind, key: '' };
  }
}

/**
 * The value of an event under a subject, NULL where it has none: the event is not in the lookup then. Kind and key are
 * expressions of texts, so that one statement serves lookups of several subjects.
 *
 * A value is the start of the text, at most `LOOKUP_VALUE_BYTES`, because the engine keeps one value of each granule in
 * memory. So equal texts have equal values, and a value may stand for several texts: whoever reads by
 * `value = substring({text}, 1, LOOKUP_VALUE_BYTES)` keeps the condition on the text itself. A number is the text of
 * the Float64 that the text of the property is cast to, as the compiler does it, with one zero: of a number `x` that
 * is looked for the value is `toString(toFloat64(x) + 0)`.
 */
export function lookupValue({ kind, key }: { readonly kind: string; readonly key: string }): string {
  const text = `JSONExtract(properties, ${key}, 'Nullable(String)')`;
  return `substring(multiIf(
    ${kind} = 'property', ${text},
    ${kind} = 'number', toString(accurateCastOrNull(${text}, 'Float64') + 0),
    ${kind} = 'group', nullIf([group_0, group_1, group_2, group_3, group_4][toUInt8OrZero(${key}) + 1], ''),
    ${kind} = 'distinct_id', toNullable(distinct_id), NULL), 1, ${LOOKUP_VALUE_BYTES})`;
}
