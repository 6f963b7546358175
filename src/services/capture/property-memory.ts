import { LRUCache } from 'lru-cache';
import type {
  PropertyDefinition,
  PropertyOwner,
  StoredPropertyType,
} from '../../adapters/store/definition-store.ts';
import type { PropertyCount } from '../../adapters/store/property-count-store.ts';
import { parseTimestampUs } from './event-time.ts';
import type { PlainObject } from './plain-object.ts';
import { isRawNumber } from './raw-json.ts';

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

interface Noted {
  volume: number;
  /** In the order in which they were seen. */
  readonly types: StoredPropertyType[];
}

/** The properties of one request: how often each came, and which were not reported before. */
export class PropertyNote {
  readonly #projectId: number;
  readonly #reported: LRUCache<string, true>;
  readonly #noted = {
    event: new Map<string, Noted>(),
    person: new Map<string, Noted>(),
    group: new Map<string, Noted>(),
  };

  constructor(projectId: number, reported: LRUCache<string, true>) {
    this.#projectId = projectId;
    this.#reported = reported;
  }

  /** Notes the members of `properties`; null values say nothing about a type. */
  add(owner: PropertyOwner, properties: PlainObject | undefined): void {
    const ofOwner = this.#noted[owner];
    for (const name in properties) {
      const value = properties[name];
      if (value === null) continue;
      const type = propertyTypeOf(value);
      const noted = ofOwner.get(name);
      if (noted === undefined) {
        ofOwner.set(name, { volume: 1, types: [type] });
        continue;
      }
      noted.volume += 1;
      if (!noted.types.includes(type)) noted.types.push(type);
    }
  }

  /** Each property with the type of its first value, when it was not reported before. */
  definitions(): readonly PropertyDefinition[] {
    return this.#all().flatMap(({ type, name, seenTypes: [propertyType] }) =>
      propertyType === undefined || this.#reported.has(this.#key(type, name))
        ? []
        : [{ type, name, propertyType }],
    );
  }

  /** Every property of the request. */
  counts(): readonly PropertyCount[] {
    return this.#all();
  }

  /** To be called when the definitions are durable: they need not be reported again. */
  remember(): void {
    for (const { type, name } of this.#all()) this.#reported.set(this.#key(type, name), true);
  }

  #all(): readonly PropertyCount[] {
    return (['event', 'person', 'group'] as const).flatMap((type) =>
      [...this.#noted[type]].map(([name, { volume, types }]) => ({
        type,
        name: name.toWellFormed(),
        volume,
        seenTypes: types,
      })),
    );
  }

  #key(owner: PropertyOwner, name: string): string {
    return `${this.#projectId} ${owner} ${name}`;
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
