import type { EndpointSettings } from '../../adapters/store/endpoint-row.ts';
import { AppError } from '../../base/errors.ts';
import { materializationProblems } from '../materialize/materialization-problems.ts';
import type { VersionDraft } from './draft-version.ts';

/**
 * Refuses to switch materialization on for an endpoint that cannot be built, and to give a materialized endpoint a
 * query that cannot be built. Deactivating such an endpoint is allowed; its builds then pause.
 * @param wasMaterialized before the change
 * @throws AppError not_materializable with every reason
 */
export function checkMaterializable(
  settings: EndpointSettings,
  { notMaterializable }: VersionDraft,
  wasMaterialized: boolean,
): void {
  if (!settings.isMaterialized) return;
  const isActive = settings.isActive || wasMaterialized;
  const problems = materializationProblems({ isActive, notMaterializable });
  if (problems.length === 0) return;
  const attr = wasMaterialized ? 'query' : 'is_materialized';
  throw new AppError('not_materializable', problems.join(' '), { attr });
}
