import { LRUCache } from 'lru-cache';
import type { Engine, EngineStream, QueryLimits } from '../../adapters/engine/engine.ts';
import { readStoredRows, streamStoredRows } from '../../adapters/engine/statements/read-stored-rows.ts';
import type { ObjectFacts, ObjectStore } from '../../adapters/objects/object-store.ts';
import type { SnapshotRecord } from '../../adapters/store/snapshot-store.ts';
import type { LoopSlices } from '../../base/loop-slices.ts';
import type { OutputColumn } from '../../query/plan.ts';
import type { StreamFormat } from '../../schema/output-format.ts';
import type { SnapshotManifest } from '../../schema/snapshot-manifest.ts';
import type { PlanOutcome } from '../execution/execute-plan.ts';
import type { ResultForm } from '../execution/result-form.ts';
import { checkBytes, readManifest, UnusableSnapshotError } from './checked-bytes.ts';
import type { SnapshotSources, WrittenObject } from './snapshot-sources.ts';

/** Where the objects of a snapshot lie, and what is expected to be there. */
export type SnapshotPlace = Pick<
  SnapshotRecord,
  'objectPrefix' | 'buildId' | 'endpointId' | 'projectId' | 'version'
>;

/** A part of the rows of a snapshot, and under which limits to read it. */
export interface SnapshotWindow {
  readonly limit: number;
  readonly offset: number;
  /** Columns of the answer; the snapshot has the same columns. */
  readonly columns: readonly OutputColumn[];
  readonly form: ResultForm;
  readonly limits: QueryLimits;
  /** Runs an engine query when a place is free. */
  readonly admit: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

/** What was read, and the tag of the object it came from. The answer holds while the object has this tag. */
export interface SnapshotRead {
  readonly outcome: PlanOutcome;
  readonly objectKey: string;
  readonly tag: string;
}

const MANIFESTS_BYTES = 32 * 1024 * 1024;
/** Approximate bytes that a manifest takes in memory for each of its bytes. */
const BYTES_PER_BYTE = 4;
const NOTHING_READ = { rowsRead: 0, bytesRead: 0, elapsedMs: 0, memoryBytes: 0 };

interface KeptManifest {
  readonly manifest: SnapshotManifest;
  readonly tag: string;
  readonly bytes: number;
}

/** What a reader works with. */
interface ReaderParts {
  readonly engine: Engine;
  readonly objects: ObjectStore;
  readonly snapshotSources: SnapshotSources;
  readonly slices: LoopSlices;
}

/** Reads what builds wrote. Bytes that differ from what was written are never handed on. */
export class SnapshotReader {
  readonly #engine: Engine;
  readonly #objects: ObjectStore;
  readonly #sources: SnapshotSources;
  readonly #slices: LoopSlices;
  readonly #manifests = new LRUCache<string, KeptManifest>({
    maxSize: MANIFESTS_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });

  constructor({ engine, objects, snapshotSources, slices }: ReaderParts) {
    this.#engine = engine;
    this.#objects = objects;
    this.#sources = snapshotSources;
    this.#slices = slices;
  }

  /**
   * The rows of a window, or the answer of an insight.
   * @throws UnusableSnapshotError when the snapshot has to be built again; ObjectsUnavailableError when the storage is
   *   down; AppError when no place is free
   */
  async read(place: SnapshotPlace, window: SnapshotWindow): Promise<SnapshotRead> {
    const manifest = await this.#manifest(place);
    if (manifest.columns === null) return this.#readInsight(place, manifest);
    if (isReady(manifest, window)) return this.#readReady(place, manifest, window);
    const rows = rowsOf(place, manifest);
    const { key: objectKey } = rows;
    const { tag } = await this.#factsOf(objectKey);
    const columns = storedColumns(manifest.columns);
    const answer = await this.#sources.use(rows, (file) =>
      window.admit(() => readStoredRows(this.#engine, { ...window, file, columns }, window)),
    );
    const outcome: PlanOutcome = {
      kind: 'table',
      columns: window.columns,
      rows: answer.rows,
      rowCount: answer.rowCount,
      hasMore: window.offset + answer.rowCount < manifest.rows,
      statistics: answer.statistics,
      sql: [],
    };
    return { outcome, objectKey, tag };
  }

  /** How many rows a snapshot has. Throws like `read`. */
  async countRows(place: SnapshotPlace): Promise<number> {
    return (await this.#manifest(place)).rows;
  }

  /** Calls `work` with the rows of a window in a format, as they come. Throws like `read`. */
  async stream<Value>(
    place: SnapshotPlace,
    window: SnapshotWindow & { readonly runId: string; readonly signal: AbortSignal },
    format: StreamFormat,
    work: (stream: EngineStream) => Promise<Value>,
  ): Promise<Value> {
    const manifest = await this.#manifest(place);
    if (manifest.columns === null) throw new UnusableSnapshotError('it is of another kind');
    const columns = storedColumns(manifest.columns);
    return this.#sources.use(rowsOf(place, manifest), (file) =>
      window.admit(async () =>
        work(await streamStoredRows(this.#engine, { ...window, file, columns }, format, window)),
      ),
    );
  }

  async #manifest(place: SnapshotPlace): Promise<SnapshotManifest> {
    const key = `${place.objectPrefix}/manifest.json`;
    const { tag } = await this.#factsOf(key);
    const kept = this.#manifests.get(key);
    if (kept?.tag === tag) return kept.manifest;
    const text = await this.#get(key);
    const manifest = readManifest(text);
    const isOther =
      manifest.build_id !== place.buildId ||
      manifest.endpoint_id !== place.endpointId ||
      manifest.project_id !== place.projectId ||
      manifest.version !== place.version;
    if (isOther) throw new UnusableSnapshotError('its manifest is of another build');
    this.#manifests.set(key, { manifest, tag, bytes: BYTES_PER_BYTE * text.length });
    return manifest;
  }

  async #readReady(
    place: SnapshotPlace,
    manifest: SnapshotManifest,
    { columns }: SnapshotWindow,
  ): Promise<SnapshotRead> {
    const { bytes, ...source } = await this.#answer(place, manifest);
    const rowCount = manifest.ready_rows ?? 0;
    const outcome: PlanOutcome = {
      kind: 'table',
      columns,
      rows: bytes.subarray(1, -1),
      rowCount,
      hasMore: rowCount < manifest.rows,
      statistics: NOTHING_READ,
      sql: [],
    };
    return { outcome, ...source };
  }

  async #readInsight(place: SnapshotPlace, manifest: SnapshotManifest): Promise<SnapshotRead> {
    const { bytes, ...source } = await this.#answer(place, manifest);
    // Border: the checksum says that a build wrote these bytes.
    const written = { kind: 'written', bytes } as const;
    return { outcome: { kind: 'insight', source: written, statistics: NOTHING_READ, sql: [] }, ...source };
  }

  async #answer(
    { objectPrefix }: SnapshotPlace,
    { objects }: SnapshotManifest,
  ): Promise<Omit<SnapshotRead, 'outcome'> & { readonly bytes: Uint8Array }> {
    const objectKey = `${objectPrefix}/answer.json`;
    const written = objects['answer.json'];
    if (written === undefined) throw new UnusableSnapshotError('it has no ready answer');
    const { tag } = await this.#factsOf(objectKey);
    const bytes = await this.#get(objectKey);
    await this.#slices.run(checkBytes('answer.json', bytes, written));
    return { bytes, objectKey, tag };
  }

  async #get(key: string): Promise<Uint8Array> {
    const bytes = await this.#objects.get(key);
    if (bytes === undefined) throw missing(key);
    return bytes;
  }

  async #factsOf(key: string): Promise<ObjectFacts> {
    const facts = await this.#objects.stat(key);
    if (facts === undefined) throw missing(key);
    return facts;
  }
}

function rowsOf({ projectId, objectPrefix }: SnapshotPlace, { objects }: SnapshotManifest): WrittenObject {
  return { projectId, key: `${objectPrefix}/rows.parquet`, written: objects['rows.parquet'] };
}

function missing(key: string): UnusableSnapshotError {
  return new UnusableSnapshotError(`${key.slice(key.lastIndexOf('/') + 1)} is missing`);
}

/** True when the ready bytes are exactly the window. */
function isReady(
  { ready_rows: readyRows, rows }: SnapshotManifest,
  { offset, limit, form }: SnapshotWindow,
): boolean {
  if (typeof readyRows !== 'number' || offset > 0 || form.int64AsString) return false;
  return limit === readyRows || (limit > readyRows && readyRows === rows);
}

function storedColumns(columns: NonNullable<SnapshotManifest['columns']>) {
  return columns.map(({ name, type, stored_type }) => ({ name, type, storedType: stored_type }));
}
