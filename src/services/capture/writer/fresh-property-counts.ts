import type { PropertyCount } from '../../../adapters/store/property-count-store.ts';
import type { Sliced } from '../../../base/loop-slices.ts';
import type { EventFacts } from '../event/accepted-event.ts';
import { parseCaptureJson } from '../event/canonical-json.ts';
import type { PlainObject } from '../event/plain-object.ts';
import { PropertyCounter } from '../event/property-counter.ts';
import type { SpoolRecord } from '../spool/spool-record.ts';
import { propertiesOf, type SpooledEvent } from '../spool/spooled-event.ts';
import type { ProjectBlock } from './spool-block.ts';

/**
 * The properties that the new events of a block bring, each property once. Records have their counts ready; a record
 * with repeated events is counted again without these.
 */
export function* freshPropertyCounts({
  records,
  fresh,
  duplicates,
}: ProjectBlock): Sliced<readonly PropertyCount[]> {
  if (duplicates === 0) return joined(records.flatMap((record) => record.propertyCounts));
  const freshFacts = new Set(fresh.map(({ facts }) => facts));
  const counts: (readonly PropertyCount[])[] = [];
  for (const record of records) {
    counts.push(countsOf(record, freshFacts));
    yield;
  }
  return joined(counts.flat());
}

function countsOf(
  { events, propertyCounts }: SpoolRecord,
  freshFacts: ReadonlySet<EventFacts>,
): readonly PropertyCount[] {
  const fresh = events.filter(({ facts }) => freshFacts.has(facts));
  if (fresh.length === events.length) return propertyCounts;
  const counter = new PropertyCounter();
  for (const event of fresh) counter.add(event.facts, storedProperties(event));
  return counter.counts();
}

function storedProperties(event: SpooledEvent): PlainObject {
  // Border: `normalizeEvent` wrote these properties, and they are an object.
  return parseCaptureJson(propertiesOf(event)) as PlainObject;
}

function joined(counts: readonly PropertyCount[]): readonly PropertyCount[] {
  const joined = new Map<string, PropertyCount>();
  for (const count of counts) {
    const key = `${count.type} ${count.name}`;
    const before = joined.get(key);
    joined.set(key, before === undefined ? count : sumOf(before, count));
  }
  return [...joined.values()];
}

function sumOf(a: PropertyCount, b: PropertyCount): PropertyCount {
  return {
    ...a,
    volume: a.volume + b.volume,
    seenTypes: [...new Set([...a.seenTypes, ...b.seenTypes])],
  };
}
