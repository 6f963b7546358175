/**
 * What happened, as plain data. Services report observations and nothing else; `adapters/observe` turns them into
 * logs, metrics and run-log rows. Never holds secrets, variable values or rows.
 */
export type Observation =
  | {
      readonly kind: 'request';
      readonly method: string;
      readonly route: string;
      readonly status: number;
      readonly durationMs: number;
      readonly requestId: string;
      readonly errorCode?: string;
      /**
       * The request came before the service took requests or after it stopped taking them; the refusal is no failure.
       */
      readonly isTooEarlyOrLate?: boolean;
    }
  | RunObservation
  | BuildObservation
  | PropertyReadsObservation
  | LookupAsksObservation
  | PromotionObservation
  | {
      readonly kind: 'engine_child';
      /** `ended`: the service told the child to end. */
      readonly event: 'started' | 'exited' | 'restarting' | 'ended';
      readonly detail: string;
      readonly durationMs?: number;
    }
  | {
      readonly kind: 'capture';
      readonly projectId: number;
      readonly accepted: number;
      readonly rejected: number;
    }
  | {
      readonly kind: 'capture_write';
      readonly rows: number;
      readonly duplicates: number;
      readonly durationMs: number;
      readonly lagMs: number;
    }
  | PersonFoldObservation
  | LookupObservation
  /** How late the event loop was at one look; there are many looks a second. */
  | { readonly kind: 'loop_delay'; readonly delayMs: number }
  | {
      readonly kind: 'loop_stall';
      readonly delayMs: number;
      /** At most five routes that were active around the stall. One of them, or background work, held the loop. */
      readonly routes: readonly string[];
      /** Number of stalls since the last one that was reported in full. */
      readonly untold: number;
    }
  /** Something that was acknowledged afterwards was brought to the disk. */
  | { readonly kind: 'disk_sync'; readonly file: 'store' | 'spool'; readonly durationMs: number }
  /** The service ended the connection of a client that read a stream too slowly. */
  | { readonly kind: 'slow_reader'; readonly requestId: string }
  /** Something that the operator should change, although the service works without the change. */
  | { readonly kind: 'warning'; readonly about: string; readonly detail: string }
  | { readonly kind: 'lifecycle'; readonly event: string; readonly detail?: string }
  | {
      readonly kind: 'failure';
      readonly where: string;
      readonly error: unknown;
      readonly requestId?: string;
    };

/** One run of an endpoint, refused ones included. */
export interface RunObservation {
  readonly kind: 'run';
  readonly requestId: string;
  readonly projectId: number;
  readonly endpointId?: string;
  readonly endpointName: string;
  readonly version?: number;
  /** Of a run by a token of a customer: the signing key and the subject, as `<signing key>/<subject>`. */
  readonly keyId?: string;
  readonly signingKeyId?: string;
  readonly subject?: string;
  readonly status: number;
  readonly errorCode?: string;
  readonly source?: 'cache' | 'materialized' | 'direct';
  readonly reason?: string;
  readonly cacheState?: 'snapshot' | 'hit' | 'miss' | 'collapsed' | 'bypass' | 'stale';
  readonly durationMs: number;
  readonly rows?: number;
  readonly rowsRead?: number;
  readonly bytesRead?: number;
  readonly clientQueryId?: string;
  readonly startedAtMs: number;
}

/** One build of a materialized endpoint. */
export interface BuildObservation {
  readonly kind: 'build';
  readonly projectId: number;
  readonly endpointId: string;
  readonly buildId: string;
  readonly version: number;
  readonly cause: 'schedule' | 'request' | 'change' | 'repair';
  readonly outcome: 'built' | 'failed' | 'superseded' | 'stopped' | 'yielded' | 'lost';
  readonly durationMs: number;
  /** Milliseconds between the time at which the build was due and its start. */
  readonly lagMs: number;
  readonly startedAtMs: number;
  readonly rows?: number;
  readonly bytes?: number;
  /** Whether the snapshot equals the direct answer; null = not compared. */
  readonly verified?: boolean | null;
  /** One sentence for the owner of the endpoint. */
  readonly error?: string;
}

/** Overrides of persons were folded into the events of a project. */
export type PersonFoldObservation =
  | {
      readonly kind: 'person_fold';
      readonly step: 'rewritten';
      readonly projectId: number;
      /** Number of overrides that were folded. */
      readonly overrides: number;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'person_fold';
      /** The folded overrides were removed, because nothing reads them any more. */
      readonly step: 'removed';
      readonly projectId: number;
      /** Number of overrides that are left. When none is left, queries are compiled without the join of overrides. */
      readonly overrides: number;
    };

/** A lookup of a project was begun, came into use or went out of it, or its rows are gone. */
export interface LookupObservation {
  readonly kind: 'lookup';
  readonly outcome: 'begun' | 'ready' | 'retired' | 'dropped';
  readonly projectId: number;
  readonly number: number;
}

/** An engine query that read properties of events. */
export interface PropertyReadsObservation {
  readonly kind: 'property_reads';
  readonly projectId: number;
  /** Keys of the properties. */
  readonly properties: readonly string[];
  readonly rowsRead: number;
  readonly atMs: number;
}

/** A computed run of an endpoint that its caller has narrowed by filters. */
export interface LookupAsksObservation {
  readonly kind: 'lookup_asks';
  readonly projectId: number;
  readonly endpointId: string;
  /** Names of the subjects of lookups by which it could find events. */
  readonly subjects: readonly string[];
  readonly atMs: number;
}

/** A change of the columns that hold properties of events. */
export interface PromotionObservation {
  readonly kind: 'promotion';
  /** `filled`: the engine was told to write the columns for older rows. */
  readonly outcome: 'promoted' | 'filled' | 'shared' | 'retired' | 'revived' | 'dropped';
  /** Keys of the properties. */
  readonly properties: readonly string[];
}

/** Takes an observation; never throws, never blocks. */
export type Observe = (observation: Observation) => void;
