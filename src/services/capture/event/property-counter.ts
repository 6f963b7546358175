import {
  MAX_PROPERTY_NAME_LENGTH,
  type PropertyOwner,
  type StoredPropertyType,
} from '../../../adapters/store/definition-store.ts';
import type { PropertyCount } from '../../../adapters/store/property-count-store.ts';
import type { EventFacts } from './accepted-event.ts';
import { parseTimestampUs } from './event-time.ts';
import type { PlainObject } from './plain-object.ts';
import { isRawNumber } from './raw-json.ts';

interface Counted {
  volume: number;
  /** Types in the order in which they were seen. */
  readonly types: StoredPropertyType[];
}

/** Counts the properties of events, and what events say about persons and groups. */
export class PropertyCounter {
  readonly #counted = {
    event: new Map<string, Counted>(),
    person: new Map<string, Counted>(),
    group: new Map<string, Counted>(),
  };

  /** @param properties the properties of the event, as stored */
  add({ set, setOnce, groupIdentify }: EventFacts, properties: PlainObject): void {
    this.#addAll('event', properties);
    this.#addAll('person', set);
    this.#addAll('person', setOnce);
    this.#addAll('group', groupIdentify?.set);
  }

  /**
   * Every property that came with a value; the first type is that of the first value. Names that the catalogue has no
   * place for are left out: otherwise anybody who may send events could fill the memory of the service with names.
   */
  counts(): readonly PropertyCount[] {
    return (['event', 'person', 'group'] as const).flatMap((type) =>
      [...this.#counted[type]].flatMap(([name, { volume, types }]) =>
        name.length > MAX_PROPERTY_NAME_LENGTH
          ? []
          : [{ type, name: name.toWellFormed(), volume, seenTypes: types }],
      ),
    );
  }

  /** Null values are left out, because they say nothing about a type. */
  #addAll(owner: PropertyOwner, properties: PlainObject | undefined): void {
    const ofOwner = this.#counted[owner];
    for (const name in properties) {
      const value = properties[name];
      if (value === null) continue;
      const type = propertyTypeOf(value);
      const counted = ofOwner.get(name);
      if (counted === undefined) {
        ofOwner.set(name, { volume: 1, types: [type] });
        continue;
      }
      counted.volume += 1;
      if (!counted.types.includes(type)) counted.types.push(type);
    }
  }
}

/** The type of a property by one of its values. */
function propertyTypeOf(value: unknown): StoredPropertyType {
  if (typeof value === 'number' || isRawNumber(value)) return 'Numeric';
  if (typeof value === 'boolean') return 'Boolean';
  return typeof value === 'string' && isDate(value) ? 'DateTime' : 'String';
}

/** The first comparison is quick and answers for almost every text that is no date. */
function isDate(text: string): boolean {
  return text.charAt(4) === '-' && ISO_DATE.test(text) && parseTimestampUs(text) !== null;
}

/** Begins like a date: `2026-01-05`, `2026-01-05T09:30:00Z`. */
const ISO_DATE = /^\d{4}-\d\d-\d\d(?:$|[T ])/;
