import { derivedUuid } from '../../../base/ids.ts';
import { invariant } from '../../../base/invariant.ts';
import { canonicalJson, parseCaptureJson } from '../event/canonical-json.ts';
import { isPlainObject, type PlainObject } from '../event/plain-object.ts';

/** A person as the store has it. */
export interface StoredPerson {
  readonly id: string;
  readonly createdAtUs: number;
  readonly properties: string;
  readonly isIdentified: boolean;
}

/** The changes of a book that are to be stored, in this order. */
export interface PersonChanges {
  /** Ids of new and changed persons that are still alive; `storedPerson` has their rows. */
  readonly personIds: readonly string[];
  /** Person ids whose events, distinct ids and row now belong to another person. */
  readonly moves: readonly { readonly oldPersonId: string; readonly personId: string }[];
  /** New distinct ids; `personIdOf` has their persons. */
  readonly distinctIds: readonly string[];
}

/** Namespace of the person ids that are derived from a project and a distinct id. */
const PERSON_NAMESPACE = 'b6f3a1c8-4f0e-5d5a-9a57-3c5b8f0d2e61';

/**
 * The id of the person that a distinct id makes when no person has it yet. Personless events carry the same id, so they
 * join the person as soon as there is one.
 */
export function derivedPersonId(projectId: number, distinctId: string): string {
  return derivedUuid(`${projectId}:${distinctId}`, PERSON_NAMESPACE);
}

interface OpenPerson {
  readonly id: string;
  createdAtUs: number;
  isIdentified: boolean;
  /** JSON text until somebody needs them: most events say nothing about their persons. */
  properties: PlainObject | string;
  isChanged: boolean;
}

/** The persons of a run of events, in memory: loaded before, changed by `identify`, saved afterwards. */
export class PersonBook {
  readonly #projectId: number;
  readonly #personIdOf = new Map<string, string>();
  readonly #persons = new Map<string, OpenPerson>();
  readonly #newDistinctIds = new Set<string>();
  /** Maps an old person id to the id that took it over; follow the chain until its end. */
  readonly #movedTo = new Map<string, string>();

  constructor(projectId: number, known: ReadonlyMap<string, StoredPerson>) {
    this.#projectId = projectId;
    for (const [distinctId, stored] of known) {
      this.#personIdOf.set(distinctId, stored.id);
      if (!this.#persons.has(stored.id)) this.#persons.set(stored.id, openPerson(stored));
    }
  }

  has(distinctId: string): boolean {
    return this.#personIdOf.has(distinctId);
  }

  /** The person id that events of this distinct id carry: that of its person, or the derived one. */
  personIdOf(distinctId: string): string {
    const id = this.#personIdOf.get(distinctId);
    return id === undefined ? derivedPersonId(this.#projectId, distinctId) : this.#currentId(id);
  }

  isIdentified(distinctId: string): boolean {
    return this.#personOf(distinctId).isIdentified;
  }

  /** Makes a person for a distinct id that has none. */
  create(distinctId: string, createdAtUs: number): void {
    const id = derivedPersonId(this.#projectId, distinctId);
    this.#persons.set(id, { id, createdAtUs, isIdentified: false, properties: {}, isChanged: true });
    this.#assign(distinctId, id);
  }

  /** Gives a distinct id without a person, and so its personless events, to the person of another distinct id. */
  join(distinctId: string, ownerDistinctId: string): void {
    const person = this.#personOf(ownerDistinctId);
    this.#assign(distinctId, person.id);
    const derived = derivedPersonId(this.#projectId, distinctId);
    if (derived !== person.id) this.#movedTo.set(derived, person.id);
  }

  /** Merges the person of one distinct id into the person of another; the target's properties win. */
  merge(distinctId: string, targetDistinctId: string): void {
    const source = this.#personOf(distinctId);
    const target = this.#personOf(targetDistinctId);
    invariant(source !== target, 'a person cannot be merged into itself');
    target.properties = { ...propertiesOf(source), ...propertiesOf(target) };
    target.createdAtUs = Math.min(source.createdAtUs, target.createdAtUs);
    target.isIdentified ||= source.isIdentified;
    target.isChanged = true;
    this.#movedTo.set(source.id, target.id);
  }

  markIdentified(distinctId: string): void {
    const person = this.#personOf(distinctId);
    person.isChanged ||= !person.isIdentified;
    person.isIdentified = true;
  }

  /** Moves the creation of a person back to this event when the event is older; late events count too. */
  sawEventAt(distinctId: string, timestampUs: number): void {
    const person = this.#personOf(distinctId);
    if (timestampUs >= person.createdAtUs) return;
    person.createdAtUs = timestampUs;
    person.isChanged = true;
  }

  changeProperties(distinctId: string, change: (properties: PlainObject) => PlainObject): void {
    const person = this.#personOf(distinctId);
    const before = propertiesOf(person);
    const changed = change(before);
    if (changed === before) return;
    person.properties = changed;
    person.isChanged = true;
  }

  changes(): PersonChanges {
    return {
      personIds: [...this.#persons.values()]
        .filter(({ id, isChanged }) => isChanged && !this.#movedTo.has(id))
        .map(({ id }) => id),
      moves: [...this.#movedTo.keys()].map((oldPersonId) => ({
        oldPersonId,
        personId: this.#currentId(oldPersonId),
      })),
      distinctIds: [...this.#newDistinctIds],
    };
  }

  /** A person of the book as it is to be stored. */
  storedPerson(personId: string): StoredPerson {
    const person = this.#persons.get(personId);
    invariant(person !== undefined, 'the person is not in the book');
    const { id, createdAtUs, isIdentified, properties } = person;
    const text = typeof properties === 'string' ? properties : canonicalJson(properties);
    return { id, createdAtUs, isIdentified, properties: text };
  }

  #assign(distinctId: string, personId: string): void {
    this.#personIdOf.set(distinctId, personId);
    this.#newDistinctIds.add(distinctId);
  }

  #personOf(distinctId: string): OpenPerson {
    const person = this.#persons.get(this.personIdOf(distinctId));
    invariant(person !== undefined, 'the person of the distinct id is not in the book');
    return person;
  }

  #currentId(personId: string): string {
    let id = personId;
    for (let next = this.#movedTo.get(id); next !== undefined; next = this.#movedTo.get(id)) id = next;
    return id;
  }
}

function openPerson({ id, createdAtUs, isIdentified, properties }: StoredPerson): OpenPerson {
  return { id, createdAtUs, isIdentified, properties, isChanged: false };
}

function propertiesOf(person: OpenPerson): PlainObject {
  if (typeof person.properties !== 'string') return person.properties;
  const properties = parseCaptureJson(person.properties);
  invariant(isPlainObject(properties), 'stored person properties are an object');
  person.properties = properties;
  return properties;
}
