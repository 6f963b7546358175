import { canonicalJson, parseCaptureJson } from './canonical-json.ts';
import type { PlainObject } from './plain-object.ts';

/**
 * An accepted event as it lies in the spool: what the writer must understand (`facts`), and the rest of its row as
 * ready bytes that it only copies.
 */
export interface SpooledEvent {
  readonly facts: EventFacts;
  /** JSON of the columns `ROW_COLUMNS`, without the brackets of the list. */
  readonly rowText: string;
}

export interface EventFacts {
  readonly uuid: string;
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

/** One line, without its end. JSON never contains a raw tab or line end, so both can separate. */
export function encodeSpooledEvent(event: SpooledEvent): string {
  return `${canonicalJson(event.facts)}\t${event.rowText}`;
}

/** The inverse of `encodeSpooledEvent`. */
export function decodeSpooledEvent(line: string): SpooledEvent {
  const tab = line.indexOf('\t');
  // Border: the spool checks every record's checksum, so a line is what encodeSpooledEvent wrote.
  const facts = parseCaptureJson(line.slice(0, tab)) as EventFacts;
  return { facts, rowText: line.slice(tab + 1) };
}
