import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import { isoTimeOrNull } from '../../base/iso-time.ts';
import type { Materialization } from '../../schema/materialization.ts';
import { materializationProblems } from '../materialize/materialization-problems.ts';
import type { EndpointStanding } from './endpoint-standing.ts';

/**
 * The materialization of an endpoint in its wire shape. The members about the snapshot stay while the next one is built
 * or fails. While materialization is switched off, all members but `materializable`, `reason` and `cost_estimate` are
 * null.
 */
export function toMaterializationAnswer(
  endpoint: EndpointRow,
  version: VersionRow,
  standing: EndpointStanding | undefined,
): Materialization {
  const { isActive, isMaterialized } = endpoint;
  const { notMaterializable } = version;
  const problems = materializationProblems({ isActive, notMaterializable });
  const building = isMaterialized ? standing?.materialization : undefined;
  const snapshot = isMaterialized ? standing?.snapshot : undefined;
  const cost = standing?.use?.cost;
  return {
    materializable: problems.length === 0,
    reason: problems.length === 0 ? null : problems.join(' '),
    state: building?.state ?? null,
    last_materialized_at: isoTimeOrNull(snapshot?.builtAtMs),
    last_error: building?.lastError ?? null,
    next_run_at: isoTimeOrNull(building?.nextRunAtMs),
    rows: snapshot?.rows ?? null,
    bytes: snapshot?.bytes ?? null,
    duration: snapshot === undefined ? null : snapshot.durationMs / 1000,
    verified: snapshot?.verified ?? null,
    cost_estimate: cost ? { rows_read: cost.rowsRead, bytes_read: cost.bytesRead } : null,
  };
}
