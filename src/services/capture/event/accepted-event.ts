import type { PlainObject } from './plain-object.ts';

/** An event that is accepted and not yet in the spool. */
export interface AcceptedEvent {
  readonly uuid: string;
  readonly facts: EventFacts;
  readonly columns: EventTexts;
}

/** Columns of an event that the service mostly only copies once the event is accepted. */
export interface EventTexts {
  /** Canonical JSON of an object. */
  readonly properties: string;
  readonly sessionId: string;
  readonly windowId: string;
  readonly elementsChain: string;
}

/** The facts of an event that decide about persons, groups and counts. */
export interface EventFacts {
  readonly event: string;
  readonly distinctId: string;
  /** Microseconds since 1970. */
  readonly timestampUs: number;
  /** Set when the event asked for no person: it gets a derived person id and no person row. */
  readonly isPersonless?: true;
  readonly set?: PlainObject;
  readonly setOnce?: PlainObject;
  readonly unset?: readonly string[];
  /**
   * Set when the event says that its distinct id is an identified person, and perhaps that another id is the same
   * person.
   */
  readonly link?: IdentityLink;
  /** Group key by group type. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Properties to set on a group. */
  readonly groupIdentify?: GroupIdentify;
}

export interface IdentityLink {
  /** `merge` may join even two identified persons. */
  readonly kind: 'identify' | 'alias' | 'merge';
  readonly otherDistinctId: string | null;
}

export interface GroupIdentify {
  readonly type: string;
  readonly key: string;
  readonly set: PlainObject;
}
