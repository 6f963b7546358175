import { z } from 'zod';

const count = z.int().min(0);

/** An object of a snapshot as it was written. */
const storedObject = z.strictObject({
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * What a snapshot consists of: `manifest.json` beside its objects, written last. Internal to the service, but readable
 * by whoever opens the storage.
 */
export const snapshotManifestSchema = z.strictObject({
  /** Raised when objects change their form; snapshots of another form are built again. */
  form: z.literal(1),
  project_id: z.int(),
  endpoint_id: z.string(),
  version: z.int(),
  build_id: z.string(),
  kind: z.string(),
  built_at: z.iso.datetime(),
  /** The `now` of the query. */
  data_time: z.iso.datetime(),
  rows: count,
  /**
   * Columns of `rows.parquet` in order: name and type of the answer, and the type of the stored values; null for
   * insights, whose items stand in one column as JSON texts.
   */
  columns: z
    .array(z.strictObject({ label: z.string(), type: z.string(), name: z.string(), stored_type: z.string() }))
    .nullable(),
  /**
   * What `answer.json` holds: the first rows of a table, as many as an answer may have; for insights the whole answer
   * and null. Absent when the first rows are too long for an answer.
   */
  ready_rows: count.nullable().optional(),
  objects: z.strictObject({ 'rows.parquet': storedObject, 'answer.json': storedObject.optional() }),
});

export type SnapshotManifest = z.output<typeof snapshotManifestSchema>;
export type StoredObject = z.output<typeof storedObject>;
