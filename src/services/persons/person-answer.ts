import type { PersonRow } from '../../adapters/store/person-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import { parseJson } from '../../base/parse-json.ts';
import type { PersonAnswer } from '../../schema/person.ts';

/** Properties that name a person to people, in the order of PostHog. */
const NAMES = ['email', 'Email', '$email', 'name', 'Name', 'username', 'Username', 'UserName'] as const;

/** A person in its wire shape. */
export function personAnswer(person: PersonRow, distinctIds: readonly string[]): PersonAnswer {
  // Border: the store holds objects only.
  const properties = parseJson(person.properties) as PersonAnswer['properties'];
  return {
    id: person.id,
    uuid: person.id,
    name: nameOf(properties) ?? distinctIds[0] ?? person.id,
    distinct_ids: [...distinctIds],
    properties,
    is_identified: person.isIdentified,
    created_at: isoTime(Math.floor(person.createdAtUs / 1000)),
  };
}

function nameOf(properties: PersonAnswer['properties']): string | undefined {
  const named = NAMES.map((name) => (Object.hasOwn(properties, name) ? properties[name] : undefined));
  return named.find((value) => typeof value === 'string' && value !== '') as string | undefined;
}
