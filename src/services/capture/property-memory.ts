import { LRUCache } from 'lru-cache';
import type {
  PropertyDefinition,
  PropertyOwner,
  StoredPropertyType,
} from '../../adapters/store/definition-store.ts';
import { parseTimestampUs } from './event-time.ts';
import type { PlainObject } from './plain-object.ts';
import { isRawNumber } from './raw-json.ts';

const MAX_NAMES = 100_000;

/**
 * Remembers which properties the spool was told of, so that each is reported once per process and costs one look-up
 * after. Forgetting is harmless: the store keeps the first type it was given.
 */
export class PropertyMemory {
  readonly #reported = new LRUCache<string, true>({ max: MAX_NAMES });

  /** A note of the properties of one request. */
  open(projectId: number): PropertyNote {
    return new PropertyNote(projectId, this.#reported);
  }
}

/** The properties of one request that were not reported before. */
export class PropertyNote {
  readonly #projectId: number;
  readonly #reported: LRUCache<string, true>;
  readonly #found = new Map<string, PropertyDefinition>();

  constructor(projectId: number, reported: LRUCache<string, true>) {
    this.#projectId = projectId;
    this.#reported = reported;
  }

  /** Notes the members of `properties`; null values say nothing about a type. */
  add(owner: PropertyOwner, properties: PlainObject | undefined): void {
    const prefix = `${this.#projectId} ${owner} `;
    for (const name in properties) {
      const key = prefix + name;
      const value = properties[name];
      if (this.#reported.has(key) || this.#found.has(key) || value === null) continue;
      this.#found.set(key, { type: owner, name: name.toWellFormed(), propertyType: propertyTypeOf(value) });
    }
  }

  /** In the order in which they were seen. */
  definitions(): readonly PropertyDefinition[] {
    return [...this.#found.values()];
  }

  /** To be called when the definitions are durable: they need not be reported again. */
  remember(): void {
    for (const key of this.#found.keys()) this.#reported.set(key, true);
  }
}

/** The type that the first value of a property gives it. */
export function propertyTypeOf(value: unknown): StoredPropertyType {
  if (typeof value === 'number' || isRawNumber(value)) return 'Numeric';
  if (typeof value === 'boolean') return 'Boolean';
  return typeof value === 'string' && ISO_DATE.test(value) && parseTimestampUs(value) !== null
    ? 'DateTime'
    : 'String';
}

/** Begins like a date: `2026-01-05`, `2026-01-05T09:30:00Z`. */
const ISO_DATE = /^\d{4}-\d\d-\d\d(?:$|[T ])/;
