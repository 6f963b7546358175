import type { DemoEvent } from '../../src/services/demo/diary.ts';

/**
 * Who is behind a distinct id when all events have come in: ids that an event says to be the same person share a name.
 * Plain loops over the events in their order, and nothing of what capture does.
 */
export function findPeople(events: readonly DemoEvent[]): (distinctId: string) => string {
  const people = new Map<string, string>();
  const personOf = (distinctId: string): string => people.get(distinctId) ?? distinctId;
  for (const event of events) {
    const other = otherIdOf(event);
    if (other === undefined) continue;
    const [person, joining] = [personOf(event.distinct_id), personOf(other)];
    for (const [id, current] of people) if (current === joining) people.set(id, person);
    people.set(other, person);
  }
  return personOf;
}

function otherIdOf({ event, properties }: DemoEvent): string | undefined {
  if (event === '$identify') return text(properties['$anon_distinct_id']);
  return event === '$create_alias' ? text(properties['alias']) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
