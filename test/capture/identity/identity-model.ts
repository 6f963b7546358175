/**
 * What capture makes of persons and groups, in plain loops over the events in the order in which they arrive. Written
 * from the rules for people (docs and specification) and from nothing of the service, so that it can judge it.
 */

export interface SentEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly $set?: Readonly<Record<string, unknown>>;
  readonly $set_once?: Readonly<Record<string, unknown>>;
}

export interface ModelPerson {
  readonly distinctIds: Set<string>;
  readonly properties: Map<string, unknown>;
  createdAt: string;
  isIdentified: boolean;
}

export interface ModelEvent {
  readonly distinctId: string;
  readonly groups: readonly string[];
}

const MERGES = ['$identify', '$create_alias', '$merge_dangerously'];
const ILLEGAL_IN_ANY_CASE = [
  'anonymous',
  'guest',
  'distinctid',
  'distinct_id',
  'id',
  'not_authenticated',
  'email',
  'undefined',
  'true',
  'false',
];
const ILLEGAL_AS_WRITTEN = ['', '[object Object]', 'NaN', 'None', 'none', 'null', '0'];
const MAX_GROUP_TYPES = 5;

function isIllegal(id: string): boolean {
  const bare = /^(["']).*\1$/.test(id) ? id.slice(1, -1) : id;
  return ILLEGAL_IN_ANY_CASE.includes(bare.toLowerCase()) || ILLEGAL_AS_WRITTEN.includes(bare);
}

export class IdentityModel {
  readonly events = new Map<string, ModelEvent>();
  readonly personOf = new Map<string, ModelPerson>();
  readonly groupTypes: string[] = [];
  /** By `type key`. */
  readonly groups = new Map<string, Map<string, unknown>>();

  take(sent: SentEvent): void {
    if (this.events.has(sent.uuid)) return;
    // Which of two new types of one event is used first nobody has said: those that it belongs to.
    this.events.set(sent.uuid, { distinctId: sent.distinct_id, groups: this.#groupsOf(sent) });
    this.#identifyGroup(sent);
    if (sent.properties['$process_person_profile'] === false) return;
    if (MERGES.includes(sent.event)) this.#merge(sent);
    const person = this.#personFor(sent.distinct_id, sent.timestamp);
    if (sent.timestamp < person.createdAt) person.createdAt = sent.timestamp;
    if (MERGES.includes(sent.event)) person.isIdentified = true;
    changeProperties(person, sent);
  }

  #personFor(distinctId: string, timestamp: string): ModelPerson {
    const known = this.personOf.get(distinctId);
    if (known !== undefined) return known;
    const made = {
      distinctIds: new Set([distinctId]),
      properties: new Map(),
      createdAt: timestamp,
      isIdentified: false,
    };
    this.personOf.set(distinctId, made);
    return made;
  }

  #merge({ event, distinct_id: own, timestamp, properties }: SentEvent): void {
    const given = properties[event === '$identify' ? '$anon_distinct_id' : 'alias'];
    if (typeof given !== 'string' || isIllegal(given) || isIllegal(own)) return;
    const [target, other] = [this.personOf.get(own), this.personOf.get(given)];
    if (target === undefined && other === undefined) this.#join(this.#personFor(own, timestamp), given);
    else if (target === undefined && other !== undefined) this.#join(other, own);
    else if (target !== undefined && other === undefined) this.#join(target, given);
    else if (target !== undefined && other !== undefined && target !== other) {
      if (other.isIdentified && event !== '$merge_dangerously') return;
      for (const [name, value] of other.properties)
        if (!target.properties.has(name)) target.properties.set(name, value);
      if (other.createdAt < target.createdAt) target.createdAt = other.createdAt;
      if (other.isIdentified) target.isIdentified = true;
      for (const id of other.distinctIds) this.#join(target, id);
    }
  }

  #join(person: ModelPerson, distinctId: string): void {
    person.distinctIds.add(distinctId);
    this.personOf.set(distinctId, person);
  }

  #identifyGroup({ event, properties }: SentEvent): void {
    const { $group_type: type, $group_key: key, $group_set: set } = properties;
    if (event !== '$groupidentify' || typeof type !== 'string' || typeof key !== 'string') return;
    if (!this.#knowsGroupType(type)) return;
    const group = this.groups.get(`${type} ${key}`) ?? new Map();
    this.groups.set(`${type} ${key}`, group);
    for (const [name, value] of Object.entries(set ?? {})) group.set(name, value);
  }

  #groupsOf({ properties }: SentEvent): readonly string[] {
    const columns = Array<string>(MAX_GROUP_TYPES).fill('');
    for (const [type, key] of Object.entries(properties['$groups'] ?? {}))
      if (this.#knowsGroupType(type)) columns[this.groupTypes.indexOf(type)] = String(key);
    return columns;
  }

  #knowsGroupType(type: string): boolean {
    if (!this.groupTypes.includes(type) && this.groupTypes.length < MAX_GROUP_TYPES)
      this.groupTypes.push(type);
    return this.groupTypes.includes(type);
  }
}

function changeProperties(person: ModelPerson, { properties, $set, $set_once }: SentEvent): void {
  const entries = (...objects: readonly unknown[]) => Object.entries(Object.assign({}, ...objects));
  for (const [name, value] of entries($set_once, properties['$set_once']))
    if (!person.properties.has(name)) person.properties.set(name, value);
  for (const [name, value] of entries($set, properties['$set'])) person.properties.set(name, value);
  for (const name of Array.isArray(properties['$unset']) ? properties['$unset'] : [])
    person.properties.delete(name);
}
