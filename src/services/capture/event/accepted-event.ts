import type { PlainObject } from './plain-object.ts';

/** An event that is taken, before it lies in the spool. */
export interface AcceptedEvent {
  readonly uuid: string;
  readonly facts: EventFacts;
  readonly columns: EventTexts;
}

/** Columns that nobody looks at after the event is accepted. */
export interface EventTexts {
  /** Canonical JSON of an object. */
  readonly properties: string;
  readonly sessionId: string;
  readonly windowId: string;
  readonly elementsChain: string;
}

/** What decides about persons, groups and counts. */
export interface EventFacts {
  readonly event: string;
  readonly distinctId: string;
  /** Microseconds since 1970. */
  readonly timestampUs: number;
  /** The event asked for no person: it gets a derived person id and no person row. */
  readonly isPersonless?: true;
  readonly set?: PlainObject;
  readonly setOnce?: PlainObject;
  readonly unset?: readonly string[];
  /** The event says that its distinct id is an identified person, and perhaps that another id is the same one. */
  readonly link?: IdentityLink;
  /** Group key by group type. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Properties to set on a group. */
  readonly groupIdentify?: GroupIdentify;
}

export interface IdentityLink {
  /** `merge` may also join two identified persons. */
  readonly kind: 'identify' | 'alias' | 'merge';
  readonly otherDistinctId: string | null;
}

export interface GroupIdentify {
  readonly type: string;
  readonly key: string;
  readonly set: PlainObject;
}
