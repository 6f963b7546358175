import type { EventFacts, GroupIdentify, IdentityLink } from './accepted-event.ts';
import { cutDistinctId } from './cut-distinct-id.ts';
import { idText, isPlainObject, type PlainObject } from './plain-object.ts';

/** The part of an event's facts that concerns persons and groups. */
export type IdentityFacts = Omit<EventFacts, 'uuid' | 'event' | 'distinctId' | 'timestampUs'>;

/** Names of events that link ids or speak of groups. These events always have a person. */
const LINKS: ReadonlyMap<string, { readonly kind: IdentityLink['kind']; readonly other: string }> = new Map([
  ['$identify', { kind: 'identify', other: '$anon_distinct_id' }],
  ['$create_alias', { kind: 'alias', other: 'alias' }],
  ['$merge_dangerously', { kind: 'merge', other: 'alias' }],
]);

/** Members of the properties that can make facts of an event of any name. */
const MEMBERS = ['$groups', '$process_person_profile', '$set', '$set_once', '$unset'] as const;
const NO_FACTS: IdentityFacts = {};

/** Reads what an event says about persons and groups from its properties. Only members that say something are set. */
export function readIdentityFacts(event: string, properties: PlainObject): IdentityFacts {
  if (!event.startsWith('$') && !MEMBERS.some((name) => properties[name] !== undefined)) return NO_FACTS;
  const link = LINKS.get(event);
  const groups = readGroups(properties['$groups']);
  const groupIdentify = event === '$groupidentify' ? readGroupIdentify(properties) : null;
  if (link === undefined && properties['$process_person_profile'] === false)
    return { isPersonless: true, ...(groups && { groups }), ...(groupIdentify && { groupIdentify }) };
  const unset = readUnset(properties['$unset']);
  return {
    ...(isPlainObject(properties['$set']) && { set: properties['$set'] }),
    ...(isPlainObject(properties['$set_once']) && { setOnce: properties['$set_once'] }),
    ...(unset.length > 0 && { unset }),
    ...(link && {
      link: { kind: link.kind, otherDistinctId: readOtherId(properties[link.other]) },
    }),
    ...(groups && { groups }),
    ...(groupIdentify && { groupIdentify }),
  };
}

function readOtherId(value: unknown): string | null {
  const id = idText(value);
  return id === null || id === '' ? null : cutDistinctId(id);
}

/** `$unset` is a list of names; some clients send an object whose members are the names. */
function readUnset(value: unknown): readonly string[] {
  if (isPlainObject(value)) return Object.keys(value);
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

function readGroups(value: unknown): Readonly<Record<string, string>> | null {
  if (!isPlainObject(value)) return null;
  const groups = Object.entries(value).flatMap(([type, sentKey]) => {
    const key = idText(sentKey);
    return type === '' || key === null || key === '' ? [] : [[groupName(type), groupName(key)]];
  });
  return groups.length === 0 ? null : Object.fromEntries(groups);
}

function readGroupIdentify(properties: PlainObject): GroupIdentify | null {
  const type = idText(properties['$group_type']);
  const key = idText(properties['$group_key']);
  if (type === null || type === '' || key === null || key === '') return null;
  const set = properties['$group_set'];
  return { type: groupName(type), key: groupName(key), set: isPlainObject(set) ? set : {} };
}

/** The type or key of a group as it is stored: at most 400 characters. */
function groupName(text: string): string {
  return text.slice(0, 400).toWellFormed();
}
