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
      /** It came before the service took requests, or after; the refusal is no failure. */
      readonly isTooEarlyOrLate?: boolean;
    }
  | RunObservation
  | BuildObservation
  | PropertyReadsObservation
  | PromotionObservation
  | {
      readonly kind: 'engine_child';
      /** `ended`: it was told to. */
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
  /** How late the event loop was at a look; many a second. */
  | { readonly kind: 'loop_delay'; readonly delayMs: number }
  | {
      readonly kind: 'loop_stall';
      readonly delayMs: number;
      /** Routes around it, at most five: one of them, or work in the background, held the loop. */
      readonly routes: readonly string[];
      /** Stalls since the one that was told before. */
      readonly untold: number;
    }
  /** The connection of somebody who took a stream too slowly was ended. */
  | { readonly kind: 'slow_reader'; readonly requestId: string }
  /** What the operator should change; the service works without. */
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
  readonly keyId?: string;
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
  /** How long after its time it began. */
  readonly lagMs: number;
  readonly startedAtMs: number;
  readonly rows?: number;
  readonly bytes?: number;
  /** Whether the snapshot equals the direct answer; null = not compared. */
  readonly verified?: boolean | null;
  /** A sentence for the owner. */
  readonly error?: string;
}

/** Overrides of persons went into the events of a project. */
export type PersonFoldObservation =
  | {
      readonly kind: 'person_fold';
      readonly step: 'rewritten';
      readonly projectId: number;
      /** How many were folded. */
      readonly overrides: number;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'person_fold';
      /** Nothing reads them any more. */
      readonly step: 'removed';
      readonly projectId: number;
      /** How many are left; when none is, queries do without their join. */
      readonly overrides: number;
    };

/** An engine query that read properties of events. */
export interface PropertyReadsObservation {
  readonly kind: 'property_reads';
  readonly projectId: number;
  /** Keys of the properties. */
  readonly properties: readonly string[];
  readonly rowsRead: number;
  readonly atMs: number;
}

/** What became of columns that hold properties of events. */
export interface PromotionObservation {
  readonly kind: 'promotion';
  /** `filled`: the engine was told to write them for older rows. */
  readonly outcome: 'promoted' | 'filled' | 'shared' | 'retired' | 'revived' | 'dropped';
  /** Keys of the properties. */
  readonly properties: readonly string[];
}

/** Takes an observation; never throws, never blocks. */
export type Observe = (observation: Observation) => void;
