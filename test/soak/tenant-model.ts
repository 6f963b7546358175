import type { OracleEvent, OraclePerson, World } from '../oracle/model.ts';

/** An event as it is sent. */
export interface SentEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What a tenant must see: every event that was acknowledged, once, under the person that it belongs to now. */
export class TenantModel {
  readonly #events = new Map<string, SentEvent>();
  /** The id that stands for the person of a distinct id, where it was merged. */
  readonly #mergedInto = new Map<string, string>();

  /** The earliest event of each distinct id, also when it was deleted since: a person began with it. */
  readonly #firstSeenMs = new Map<string, number>();

  get size(): number {
    return this.#events.size;
  }

  get uuids(): ReadonlySet<string> {
    return new Set(this.#events.keys());
  }

  /** Takes acknowledged events; a repeat changes nothing. */
  add(events: readonly SentEvent[]): void {
    for (const event of events) {
      if (this.#events.has(event.uuid)) continue;
      this.#events.set(event.uuid, event);
      const seenMs = this.#firstSeenMs.get(event.distinct_id) ?? Number.POSITIVE_INFINITY;
      this.#firstSeenMs.set(event.distinct_id, Math.min(seenMs, Date.parse(event.timestamp)));
      const anonymous = event.properties['$anon_distinct_id'];
      if (event.event === '$identify' && typeof anonymous === 'string')
        this.#mergedInto.set(anonymous, this.personOf(event.distinct_id));
    }
  }

  deleteBefore(timeMs: number): void {
    for (const [uuid, { timestamp }] of this.#events)
      if (Date.parse(timestamp) < timeMs) this.#events.delete(uuid);
  }

  deletePerson(distinctId: string): void {
    const gone = this.personOf(distinctId);
    for (const [uuid, event] of this.#events)
      if (this.personOf(event.distinct_id) === gone) this.#events.delete(uuid);
  }

  personOf(distinctId: string): string {
    const next = this.#mergedInto.get(distinctId);
    return next === undefined ? distinctId : this.personOf(next);
  }

  /** Counts of all events, or of those that are `wanted`, with unique persons and the sum of `n`. */
  totals(wanted: (event: SentEvent) => boolean = () => true): readonly (number | null)[] {
    const events = [...this.#events.values()].filter(wanted);
    const persons = new Set(events.map((event) => this.personOf(event.distinct_id)));
    const sum = events.reduce((before, { properties }) => before + Number(properties['n'] ?? 0), 0);
    return [events.length, persons.size, events.length === 0 ? null : sum];
  }

  /** Names of events with their counts, in the order of the names. */
  countsByName(): readonly (readonly [string, number])[] {
    const counts = new Map<string, number>();
    for (const { event } of this.#events.values()) counts.set(event, (counts.get(event) ?? 0) + 1);
    return [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  }

  /** For the judge of insights, which knows nothing of the service. */
  world(nowMs: number): World {
    const persons = new Map<string, OraclePerson>();
    const createdAtMs = new Map<string, number>();
    for (const [distinctId, seenMs] of this.#firstSeenMs) {
      const id = this.personOf(distinctId);
      createdAtMs.set(id, Math.min(createdAtMs.get(id) ?? seenMs, seenMs));
    }
    const events = [...this.#events.values()].map((event): OracleEvent => {
      const id = this.personOf(event.distinct_id);
      const person = persons.get(id) ?? { id, createdAtMs: createdAtMs.get(id) ?? 0, properties: {} };
      persons.set(id, person);
      return {
        uuid: event.uuid,
        event: event.event,
        timestampMs: Date.parse(event.timestamp),
        distinctId: event.distinct_id,
        person,
        properties: event.properties,
        sessionId: '',
        groups: ['', '', '', '', ''],
      };
    });
    return {
      events,
      nowMs,
      project: { timezone: 'UTC', weekStartDay: 0, testAccountFilters: [], groups: [{}, {}, {}, {}, {}] },
    };
  }
}
