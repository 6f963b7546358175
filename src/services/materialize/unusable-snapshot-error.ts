/** A snapshot is missing, incomplete or not what was written: it has to be built again. */
export class UnusableSnapshotError extends Error {
  override readonly name = 'UnusableSnapshotError';

  /** @param reason such as `its rows are missing` */
  constructor(reason: string, cause?: unknown) {
    super(`The snapshot cannot be used: ${reason}.`, { cause });
  }
}
