import { LRUCache } from 'lru-cache';
import type { PropertyDefinition, PropertyOwner } from '../../../adapters/store/definition-store.ts';
import type { PropertyCount } from '../../../adapters/store/property-count-store.ts';
import type { EventFacts } from '../event/accepted-event.ts';
import type { PlainObject } from '../event/plain-object.ts';
import { PropertyCounter } from '../event/property-counter.ts';

const MAX_NAMES = 100_000;

/**
 * Remembers which properties the spool was told of, so that each is reported once per process. Forgetting is harmless:
 * the store keeps the first type it was given.
 */
export class PropertyMemory {
  readonly #reported = new LRUCache<string, true>({ max: MAX_NAMES });

  /** A note of the properties of one request. */
  open(projectId: number): PropertyNote {
    return new PropertyNote(projectId, this.#reported);
  }
}

/** The properties of one request: how often each came, and which were not reported before. */
export class PropertyNote {
  readonly #projectId: number;
  readonly #reported: LRUCache<string, true>;
  readonly #counter = new PropertyCounter();

  constructor(projectId: number, reported: LRUCache<string, true>) {
    this.#projectId = projectId;
    this.#reported = reported;
  }

  /** Notes what an event brings. @param properties of the event, as stored */
  add(facts: EventFacts, properties: PlainObject): void {
    this.#counter.add(facts, properties);
  }

  /** Each property with the type of its first value, when it was not reported before. */
  definitions(): readonly PropertyDefinition[] {
    return this.counts().flatMap(({ type, name, seenTypes: [propertyType] }) =>
      propertyType === undefined || this.#reported.has(this.#key(type, name))
        ? []
        : [{ type, name, propertyType }],
    );
  }

  /** Every property of the request. */
  counts(): readonly PropertyCount[] {
    return this.#counter.counts();
  }

  /** To be called when the definitions are durable: they need not be reported again. */
  remember(): void {
    for (const { type, name } of this.counts()) this.#reported.set(this.#key(type, name), true);
  }

  #key(owner: PropertyOwner, name: string): string {
    return `${this.#projectId} ${owner} ${name}`;
  }
}
