// The plain-loop evaluator's view of the world. Written from docs/specification/insights alone: no SQL, no code
// of the service. It is slow and simple on purpose.

/** One event with everything that queries may look at. */
export interface OracleEvent {
  readonly uuid: string;
  readonly event: string;
  /** Milliseconds since 1970. */
  readonly timestampMs: number;
  readonly distinctId: string;
  /** Identity of the person behind the distinct id. */
  readonly person: OraclePerson;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly sessionId: string;
  /** Keys of the five group types; `''` when absent. */
  readonly groups: readonly [string, string, string, string, string];
}

export interface OraclePerson {
  readonly id: string;
  readonly createdAtMs: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface OracleProject {
  readonly timezone: string;
  readonly weekStartDay: 0 | 1;
  readonly testAccountFilters: readonly OracleFilter[];
  /** Group properties by index, then key. */
  readonly groups: readonly Readonly<Record<string, Readonly<Record<string, unknown>>>>[];
}

/** A property filter or a group of them, as in requests. */
export type OracleFilter = {
  readonly type?: string | undefined;
  readonly key?: string | undefined;
  readonly operator?: string | undefined;
  readonly value?: unknown;
  readonly group_type_index?: number | undefined;
  readonly values?: readonly OracleFilter[] | undefined;
};

export interface World {
  readonly events: readonly OracleEvent[];
  readonly project: OracleProject;
  readonly nowMs: number;
}

/** Loose JSON of a query: the oracle reads what it needs and trusts the generator for the rest. */
export type Query = Readonly<Record<string, unknown>>;
