/** A step of the schema of an engine that services share, and when it was taken. Version 0: the engine got its id. */
export interface EngineSchemaTable {
  /** The id that stands with the data of the engine. */
  readonly engineId: string;
  readonly version: number;
  /** What kind of engine it is: it stays the same. */
  readonly form: 'process' | 'server' | 'cluster';
  readonly appliedAtMs: number;
}

/** The bytes of an object as they were found, for as long as the object has the tag. */
export interface SnapshotCheckTable {
  readonly projectId: number;
  /** The prefix of the build that wrote the object. */
  readonly objectPrefix: string;
  /** Below the prefix: `rows.parquet`. */
  readonly objectName: string;
  readonly tag: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly checkedAtMs: number;
}
