import { nearestName } from '../base/nearest-name.ts';
import type { Warning } from '../schema/warning.ts';
import type { ProjectContext } from './project-context.ts';
import type { ProjectRead, ProjectReads } from './project-reads.ts';

/** Names of a kind above which a catalogue counts as full: perhaps it does not know every name, so nothing is told. */
export const FULL_CATALOGUE = 5_000;

/** Most names in one answer: a longer list would help nobody. */
const MOST_NAMES = 100;
/** Most names that the nearest seen name is looked for, and most letters of seen names that are compared with each. */
const MOST_GUESSES = 5;
const MOST_LETTERS = 25_000;

/** What a project has seen. */
export interface SeenNames {
  /** Names of events, at least those near to what was asked; empty = none came in so far. */
  readonly events: readonly string[];
  readonly properties: Readonly<Record<keyof ProjectContext['propertyTypes'], ReadonlyMap<string, unknown>>>;
}

/** Lifecycle reads this one by itself, in projects whose senders never send it too. */
const READ_BY_LIFECYCLE = '$process_person_profile';

const OWNERS = { event: 'events', person: 'persons', group: 'groups' } as const;

/** A property that the service itself fills or does not fill, and how. */
const FILLED_ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [
    /^\$geoip_/,
    'The service fills it only while SLUICE_GEOIP_FILE names a database of addresses; else senders do.',
  ],
  [
    /^\$(?:initial_)?(?:browser|browser_version|os|os_version|device|device_type|device_manufacturer|device_model)$/,
    'The service does not read user agents, so only senders fill it.',
  ],
];

/** Names of events that a query compares with. */
export function eventNamesOf(reads: ProjectReads): readonly string[] {
  return reads.filter(({ kind }) => kind === 'event_name').map(({ name }) => name);
}

/**
 * A warning for each event and property that a query names and that never came in, with the nearest name that did:
 * perhaps the name is misspelled. None while no event came in, and none of a kind whose catalogue is full.
 */
export function unknownNames(reads: ProjectReads, seen: SeenNames): readonly Warning[] {
  if (seen.events.length === 0) return [];
  const events = new Set(seen.events);
  let guesses = 0;
  const near = (name: string, known: readonly string[]): string => {
    guesses += 1;
    const nearest = guesses > MOST_GUESSES ? undefined : nearestName(name, known, MOST_LETTERS);
    return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  };
  return reads
    .filter((read) => isUnknown(read, events, seen))
    .slice(0, MOST_NAMES)
    .map(({ kind, name }) =>
      kind === 'event_name'
        ? { code: 'unknown_event', detail: `No event "${name}" came in so far.${near(name, seen.events)}` }
        : { code: 'unknown_property', detail: ofProperty(kind as keyof typeof OWNERS, name, seen, near) },
    );
}

function isUnknown(
  { kind, name, value }: ProjectRead,
  events: ReadonlySet<string>,
  { properties }: SeenNames,
): boolean {
  if (kind === 'event_name') return events.size <= FULL_CATALOGUE && !events.has(name);
  if (kind !== 'event' && kind !== 'person' && kind !== 'group') return false;
  return value === null && name !== READ_BY_LIFECYCLE && properties[kind].size <= FULL_CATALOGUE;
}

function ofProperty(
  kind: keyof typeof OWNERS,
  name: string,
  { properties }: SeenNames,
  near: (name: string, known: readonly string[]) => string,
): string {
  const sentence = `No property "${name}" of ${OWNERS[kind]} came in so far; until then it is read as text.`;
  const elsewhere = FILLED_ELSEWHERE.find(([pattern]) => pattern.test(name));
  return elsewhere ? `${sentence} ${elsewhere[1]}` : sentence + near(name, [...properties[kind].keys()]);
}
