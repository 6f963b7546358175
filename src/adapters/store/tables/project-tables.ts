import type { StoredPropertyFilter } from '../../../schema/property-filter.ts';

/** Numbers that are never given twice, even after a delete. */
export interface CounterTable {
  readonly name: string;
  readonly value: number;
}

/** A project as stored. */
export interface ProjectTable {
  readonly id: number;
  readonly name: string;
  /** IANA name. */
  readonly timezone: string;
  readonly weekStartDay: 0 | 1;
  readonly testAccountFilters: readonly StoredPropertyFilter[];
  readonly pathCleaningFilters: readonly { readonly regex: string; readonly alias: string }[];
  /** Origins of web pages that may run endpoints by tokens. */
  readonly allowedOrigins: readonly string[];
  /** Days for which events are kept; null = for ever. */
  readonly eventRetentionDays: number | null;
  /** Events before it are gone, also when they are to be kept for longer now; null = none are. */
  readonly eventsKeptFromMs: number | null;
  /** Public by nature: it stands in web pages. Hence in clear, to be shown again. */
  readonly captureToken: string;
  readonly hasPersonOverrides: boolean;
  /** Raised by every change that a compiled query can see: settings, group and property types, overrides, actions. */
  readonly contextRevision: number;
  /** Raised by deletions of events or persons; part of every cache key. */
  readonly dataEpoch: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly deletedAtMs: number | null;
  /** When the last of its data was removed; null while it is live or something is left. */
  readonly purgedAtMs: number | null;
}

export interface GroupTypeTable {
  readonly projectId: number;
  /** 0..4, in order of first use. */
  readonly groupTypeIndex: number;
  readonly name: string;
}

export interface IngestionWarningTable {
  readonly id: string;
  readonly projectId: number;
  /** A stable snake_case word, such as `merge_refused`. */
  readonly reason: string;
  /** Holds no property values. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
}

/** A personal API key; its secret is known to its owner only. */
export interface KeyTable {
  readonly id: string;
  readonly label: string;
  /** SHA-256 of the whole key in hex. The key itself is nowhere. */
  readonly secretHash: string;
  /** The secret before the last roll, and when it stops working. */
  readonly previousSecretHash: string | null;
  readonly previousEndsAtMs: number | null;
  /** Its first and last letters, to recognise it by. */
  readonly hint: string;
  readonly scopes: readonly string[];
  /** Null = every project. */
  readonly projectIds: readonly number[] | null;
  /** Ids of the endpoints of its one project that it may run; null = all. Only where it may run and nothing else. */
  readonly endpointIds: readonly string[] | null;
  /** Id of the key that made it; null for the root key. */
  readonly createdBy: string | null;
  readonly createdAtMs: number;
  /** Null = never. */
  readonly expiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
}

/** One member that changed; null stands for a member that is not there. */
export interface MemberChange {
  readonly member: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Who changed what. */
export interface ActivityTable {
  readonly id: string;
  /** Null = it concerns every project. */
  readonly projectId: number | null;
  readonly atMs: number;
  readonly actorKeyId: string;
  readonly actorLabel: string;
  readonly activity: 'created' | 'changed' | 'deleted' | 'restored' | 'rolled';
  readonly subject:
    | 'endpoint'
    | 'action'
    | 'cohort'
    | 'project'
    | 'capture_token'
    | 'key'
    | 'signing_key'
    | 'property_type'
    | 'data';
  readonly subjectId: string;
  readonly subjectName: string;
  /** Never secrets. */
  readonly changes: readonly MemberChange[];
}
