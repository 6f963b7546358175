/**
 * What a lookup finds events by. Each event has at most one value under it, a text; an event without one is not in the
 * lookup:
 * - `property`: the text of a property; none where it is missing or null;
 * - `number`: the number that this text names, so that `42`, `42.0` and `4.2e1` are one value; none where it names
 *   none;
 * - `group`: the key of the group of this index; none where it is empty;
 * - `distinct_id`: every event has one.
 */
export type LookupSubject =
  | { readonly kind: 'property' | 'number'; readonly key: string }
  | { readonly kind: 'group'; readonly index: number }
  | { readonly kind: 'distinct_id' };

/** A text that is equal for equal subjects alone. */
export function subjectName(subject: LookupSubject): string {
  switch (subject.kind) {
    case 'property':
    case 'number':
      return `${subject.kind} ${subject.key}`;
    case 'group':
      return `group ${subject.index}`;
    case 'distinct_id':
      return 'distinct_id';
  }
}

/** The subject of a name that `subjectName` has made. */
export function subjectOfName(name: string): LookupSubject {
  const [kind = '', ...key] = name.split(' ');
  const rest = key.join(' ');
  if (kind === 'property' || kind === 'number') return { kind, key: rest };
  return kind === 'group' ? { kind, index: Number(rest) } : { kind: 'distinct_id' };
}

/**
 * A lookup keeps the first bytes of a value, so that its index stays small. Two texts may share them: a condition on
 * the value never stands for the condition on the text.
 */
export const LOOKUP_VALUE_BYTES = 256;

/** True for a text that a lookup has as it is: neither empty nor so long that it may be cut. */
export function isLookupValue(text: string): boolean {
  return text !== '' && Buffer.byteLength(text) < LOOKUP_VALUE_BYTES;
}
