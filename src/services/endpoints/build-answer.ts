import type { BuildRecord } from '../../adapters/store/build-store.ts';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import type { Build } from '../../schema/materialization.ts';

/** A build in its wire shape. */
export function toBuildAnswer(build: BuildRecord): Build {
  return {
    id: build.id,
    version: build.version,
    cause: build.cause,
    state: build.state,
    created_at: isoTime(build.createdAtMs),
    started_at: isoTimeOrNull(build.startedAtMs),
    ended_at: isoTimeOrNull(build.endedAtMs),
    duration: build.durationMs === null ? null : build.durationMs / 1000,
    rows: build.rows,
    bytes: build.bytes,
    verified: build.verified,
    error: build.error,
  };
}
