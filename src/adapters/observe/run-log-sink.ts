import type { Clock } from '../../base/clock.ts';
import { isAppError } from '../../base/errors.ts';
import type { BuildObservation, Observation, RunObservation } from '../../base/observation.ts';
import type { Database } from '../store/database.ts';
import { type EndpointError, recordErrors } from '../store/endpoint-error-store.ts';
import { type NotedUse, recordUses } from '../store/endpoint-use-store.ts';
import { addKeyUsage, forgetKeyUsage, type KeyUsageTally } from '../store/key-usage-store.ts';
import { addLookupAsks, forgetLookupAsks, type LookupAsks } from '../store/lookup-ask-store.ts';
import { findLiveProjectIds } from '../store/project-store.ts';
import { addPropertyReads, forgetPropertyReads, type PropertyReads } from '../store/property-read-store.ts';
import { addRunLog, forgetRunLog, type RunLogEntry } from '../store/run-log-store.ts';
import { addUsage, forgetUsage, type UsageTally } from '../store/usage-store.ts';
import { LookupAskTallies } from './lookup-ask-tallies.ts';
import { PropertyReadTallies } from './property-read-tallies.ts';
import { UsageKeys } from './usage-keys.ts';
import { UsageTallies } from './usage-tallies.ts';

/** Longest time that an entry waits to be written. */
const FLUSH_AFTER_MS = 1_000;
/**
 * Entries of cached answers kept per flush. Further ones are counted in the metrics only: writing each of ten thousand
 * hits a second would slow the hits down. Computed and refused runs are always kept.
 */
const HITS_PER_FLUSH = 200;
/** While the store is away, batches of about a minute are kept; then the oldest go. */
const MOST_UNWRITTEN = 60;
const KEEP_MS = 30 * 86_400_000;
const READS_KEPT_MS = 14 * 86_400_000;
const FORGET_EVERY_MS = 3_600_000;

/** What is written in one go. */
interface Batch {
  readonly entries: readonly RunLogEntry[];
  readonly uses: readonly NotedUse[];
  readonly errors: readonly EndpointError[];
  readonly usage: readonly UsageTally[];
  readonly keyUsage: readonly KeyUsageTally[];
  readonly reads: readonly PropertyReads[];
  readonly asks: readonly LookupAsks[];
}

/**
 * Writes what is recorded of runs and builds to the store, in batches, after the answers were sent: the run log, the
 * last use of endpoints, the sums of their usage, and the sums of the properties that queries read and callers filter
 * by. The sums count every run, including runs that are not in the log.
 */
export class RunLogSink {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;
  /** Batches that are not in the store, oldest first. */
  readonly #unwritten: Batch[] = [];
  readonly #usageKeys = new UsageKeys();
  #entries: RunLogEntry[] = [];
  #hits = 0;
  #usage = new UsageTallies();
  #uses = new Map<string, NotedUse>();
  #errors = new Map<string, EndpointError>();
  #reads = new PropertyReadTallies();
  #asks = new LookupAskTallies();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #forgotAtMs = 0;

  constructor(database: Database, clock: Clock, onFailure: (error: unknown) => void) {
    this.#database = database;
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  observe(observation: Observation): void {
    if (observation.kind === 'build') this.#add(toBuildEntry(observation));
    if (observation.kind === 'property_reads') {
      this.#reads.add(observation);
      this.#flushSoon();
    }
    if (observation.kind === 'lookup_asks') {
      this.#asks.add(observation);
      this.#flushSoon();
    }
    if (observation.kind !== 'run' || observation.endpointId === undefined) return;
    this.#usage.add(observation, observation.endpointId);
    this.#flushSoon();
    if (observation.errorCode === undefined) this.#noteUse(observation, observation.endpointId);
    else this.#noteError(observation, observation.endpointId, observation.errorCode);
    if (observation.cacheState === 'hit') this.#hits += 1;
    if (observation.cacheState === 'hit' && this.#hits > HITS_PER_FLUSH) return;
    this.#add(toEntry(observation, observation.endpointId));
  }

  #add(entry: RunLogEntry): void {
    this.#entries.push(entry);
    this.#flushSoon();
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_AFTER_MS).unref();
  }

  #noteUse(
    { projectId, startedAtMs, source, rowsRead, bytesRead }: RunObservation,
    endpointId: string,
  ): void {
    const isDirect = source === 'direct' && rowsRead !== undefined && bytesRead !== undefined;
    const cost = isDirect ? { rowsRead, bytesRead } : (this.#uses.get(endpointId)?.cost ?? null);
    this.#uses.set(endpointId, { projectId, endpointId, lastExecutedAtMs: startedAtMs, cost });
    this.#flushSoon();
  }

  #noteError({ projectId, startedAtMs: atMs }: RunObservation, endpointId: string, code: string): void {
    if ((this.#errors.get(endpointId)?.atMs ?? 0) <= atMs)
      this.#errors.set(endpointId, { projectId, endpointId, atMs, code });
  }

  /** Writes what has come so far; never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#entries;
    const uses = [...this.#uses.values()];
    const errors = [...this.#errors.values()];
    const usage = this.#usage.list();
    const keyUsage = this.#usage.listByKey();
    const reads = this.#reads.list();
    const asks = this.#asks.list();
    this.#entries = [];
    this.#usage = new UsageTallies();
    this.#hits = 0;
    this.#uses = new Map();
    this.#errors = new Map();
    this.#reads = new PropertyReadTallies();
    this.#asks = new LookupAskTallies();
    if (entries.length + usage.length + reads.length + asks.length > 0)
      this.#unwritten.push({ entries, uses, errors, usage, keyUsage, reads, asks });
    if (this.#unwritten.length > MOST_UNWRITTEN) this.#unwritten.shift();
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  /** In order; a batch for which the store is away stays first, and is tried again. */
  async #writeAll(): Promise<void> {
    for (let next = this.#unwritten[0]; next !== undefined; next = this.#unwritten[0]) {
      try {
        await this.#write(next);
      } catch (error) {
        this.#onFailure(error);
        if (isAppError(error, 'store_unavailable')) return this.#flushSoon();
      }
      if (this.#unwritten[0] === next) this.#unwritten.shift();
    }
  }

  async #write({ entries, uses, errors, usage, keyUsage, reads, asks }: Batch): Promise<void> {
    const nowMs = this.#clock.nowMs();
    await this.#database.transaction(async (transaction) => {
      // Records of a project that was deleted a moment ago must not stay in the store.
      const projectIds = new Set([...entries, ...usage, ...reads, ...asks].map(({ projectId }) => projectId));
      const live = await findLiveProjectIds(transaction, [...projectIds]);
      const isLive = ({ projectId }: { readonly projectId: number }): boolean => live.has(projectId);
      await addRunLog(transaction, entries.filter(isLive));
      await addUsage(transaction, usage.filter(isLive));
      await addKeyUsage(transaction, await this.#usageKeys.tellApart(transaction, keyUsage.filter(isLive)));
      await recordUses(transaction, uses.filter(isLive));
      await recordErrors(transaction, errors.filter(isLive));
      await addPropertyReads(transaction, reads.filter(isLive));
      await addLookupAsks(transaction, asks.filter(isLive));
      if (Math.abs(nowMs - this.#forgotAtMs) < FORGET_EVERY_MS) return;
      await forgetRunLog(transaction, nowMs - KEEP_MS);
      await forgetUsage(transaction, nowMs);
      await forgetKeyUsage(transaction, nowMs);
      await forgetPropertyReads(transaction, nowMs - READS_KEPT_MS);
      await forgetLookupAsks(transaction, nowMs - READS_KEPT_MS);
      this.#forgotAtMs = nowMs;
    });
  }
}

function toEntry(run: RunObservation, endpointId: string): RunLogEntry {
  const facts = {
    request_id: run.requestId,
    client_query_id: run.clientQueryId,
    key_id: run.keyId,
    signing_key_id: run.signingKeyId,
    subject: run.subject,
    version: run.version,
    status: run.status,
    error_code: run.errorCode,
    served_from: run.source,
    served_reason: run.reason,
    cache: run.cacheState,
    duration_ms: Math.round(run.durationMs * 1000) / 1000,
    rows: run.rows,
    rows_read: run.rowsRead,
    bytes_read: run.bytesRead,
  };
  return {
    projectId: run.projectId,
    endpointId,
    startedAtMs: run.startedAtMs,
    level: run.errorCode === undefined ? 'info' : 'error',
    facts: definedFacts(facts),
  };
}

function toBuildEntry(build: BuildObservation): RunLogEntry {
  const facts = {
    build_id: build.buildId,
    version: build.version,
    cause: build.cause,
    outcome: build.outcome,
    error: build.error,
    duration_ms: build.durationMs,
    rows: build.rows,
    bytes: build.bytes,
    verified: build.verified === null ? 'not compared' : build.verified?.toString(),
  };
  return {
    projectId: build.projectId,
    endpointId: build.endpointId,
    startedAtMs: build.startedAtMs,
    level: build.outcome === 'failed' || build.outcome === 'lost' ? 'error' : 'info',
    facts: definedFacts(facts),
  };
}

function definedFacts(facts: Readonly<Record<string, string | number | undefined>>): RunLogEntry['facts'] {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
