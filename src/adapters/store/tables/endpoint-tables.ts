import type { ActionStep } from '../../../schema/action.ts';
import type { VariableDeclarations } from '../../../schema/variable-declaration.ts';
import type { Warning } from '../../../schema/warning.ts';

/** Who made a row: the key and the label it had then. */
export interface AuthorColumns {
  readonly createdByKeyId: string;
  readonly createdByLabel: string;
}

/** An endpoint. Ages in seconds. */
export interface EndpointTable extends AuthorColumns {
  readonly id: string;
  readonly projectId: number;
  readonly name: string;
  readonly description: string;
  readonly isActive: boolean;
  /** 300..86400; null = the default age of the query. */
  readonly cacheAgeSeconds: number | null;
  readonly staleWhileRevalidateSeconds: number;
  readonly staleIfErrorSeconds: number;
  readonly isMaterialized: boolean;
  readonly syncFrequency: string;
  /** Keys that `query_override` may carry; null = all but `kind`. */
  readonly allowedOverrides: readonly string[] | null;
  readonly limits: EndpointLimits;
  readonly currentVersion: number;
  /** Grows by one with every change. */
  readonly revision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly deletedAtMs: number | null;
}

interface EndpointLimits {
  readonly timeoutSeconds?: number;
  readonly maxRows?: number;
  readonly maxBytesRead?: number;
}

export interface EndpointTagTable {
  readonly endpointId: string;
  readonly position: number;
  readonly tag: string;
}

/** Beside the endpoint, because it changes with every run and nothing that answers are made from does. */
export interface EndpointUseTable {
  readonly endpointId: string;
  readonly lastExecutedAtMs: number;
  /** What the last run that was computed directly read; null = none was. */
  readonly rowsRead: number | null;
  readonly bytesRead: number | null;
}

/** One immutable version of an endpoint's query. */
export interface EndpointVersionTable extends AuthorColumns {
  readonly endpointId: string;
  /** 1, 2, ... */
  readonly version: number;
  readonly query: { readonly kind: string; readonly [member: string]: unknown };
  /** Declarations of variables by name. */
  readonly variables: VariableDeclarations;
  /** The canonical query and declarations; equal texts are one version. */
  readonly fingerprint: string;
  /** Null where only a run can tell. */
  readonly columns: readonly OutputColumn[] | null;
  /** Why it cannot be materialized; null when it can. */
  readonly notMaterializable: string | null;
  readonly createdAtMs: number;
}

export interface OutputColumn {
  readonly name: string;
  readonly type: string;
}

/** Beside the version, because it changes with the project and not with the endpoint. */
export interface EndpointJudgementTable {
  readonly endpointId: string;
  /** What was judged; nothing is known of others. */
  readonly version: number;
  /** What compiling it read of the project, in the words of the query; null = it was refused, or never compiled. */
  readonly reads: string | null;
  /** What its runs answer with 400; null = it compiles. */
  readonly refusal: Warning | null;
}

/** Runs of an endpoint in a span of time whose durations were alike. Sums that any number of processes add to. */
export interface EndpointUsageTable extends UsageColumns {
  /** Length of the span: a minute or an hour. */
  readonly spanMs: number;
  /** n = durations of about 1.1^n milliseconds. */
  readonly durationClass: number;
}

/** Runs of one version of an endpoint by a key in an hour whose answers came from one place. */
export interface EndpointKeyUsageTable extends UsageColumns {
  /** `other` = keys beyond the most that are told apart in an hour. */
  readonly keyId: string;
  /** 0 = it was refused before one was chosen, or counted by a build that did not tell. */
  readonly version: number;
  /** Empty = it was refused, or counted by a build that did not tell. */
  readonly servedFrom: 'cache' | 'materialized' | 'direct' | '';
}

/** The last refused or failed run of an endpoint. */
export interface EndpointErrorTable {
  readonly endpointId: string;
  readonly projectId: number;
  readonly atMs: number;
  readonly code: string;
}

interface UsageColumns {
  readonly endpointId: string;
  readonly projectId: number;
  readonly startMs: number;
  readonly runs: number;
  readonly errors: number;
  /** Answered from the cache. */
  readonly hits: number;
  /** Rows answered. */
  readonly rows: number;
  readonly rowsRead: number;
  readonly bytesRead: number;
}

/** One run of an endpoint. No reference to the endpoint: the log of a deleted one stays until it is old. */
export interface RunLogTable {
  readonly id: string;
  readonly projectId: number;
  readonly endpointId: string;
  readonly startedAtMs: number;
  /** error: the answer was not 200 or 304. */
  readonly level: 'info' | 'error';
  /** Everything else, with the names that the log route answers. */
  readonly facts: Readonly<Record<string, string | number>>;
}

/** A stored, named filter of events. */
export interface ActionTable extends AuthorColumns {
  /** Never given twice in the store, in no project. */
  readonly id: number;
  readonly projectId: number;
  readonly name: string;
  readonly description: string;
  readonly steps: readonly ActionStep[];
  /** Grows by one with every change. */
  readonly revision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}
