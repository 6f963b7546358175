import type { PersonRow } from '../../adapters/store/person-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import { JsonText } from '../../base/write-json.ts';
import type { PersonAnswer } from '../../schema/person.ts';

/** A person in its wire shape, with its properties as the store holds them. */
export type WrittenPerson = Omit<PersonAnswer, 'properties'> & { readonly properties: JsonText };

export function personAnswer(person: PersonRow, distinctIds: readonly string[]): WrittenPerson {
  return {
    id: person.id,
    uuid: person.id,
    name: nameOf(person.properties) ?? distinctIds[0] ?? person.id,
    distinct_ids: [...distinctIds],
    properties: new JsonText(person.properties),
    is_identified: person.isIdentified,
    created_at: isoTime(Math.floor(person.createdAtUs / 1000)),
  };
}

/** Properties that name a person to people, in the order of PostHog. */
const NAMES = ['email', 'Email', '$email', 'name', 'Name', 'username', 'Username', 'UserName'] as const;

/** Looking for a name in more text would take some ten milliseconds of everybody's time. */
const MOST_TEXT_WITH_A_NAME = 2_000_000;

function nameOf(text: string): string | undefined {
  if (text.length > MOST_TEXT_WITH_A_NAME) return undefined;
  // Border: the store holds objects only. Numbers may lose digits here, texts lose nothing.
  const properties = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const named = NAMES.map((name) => (Object.hasOwn(properties, name) ? properties[name] : undefined));
  return named.find((value) => typeof value === 'string' && value !== '') as string | undefined;
}
