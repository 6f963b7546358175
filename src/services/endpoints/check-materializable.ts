import type { EndpointSettings } from '../../adapters/store/endpoint-row.ts';
import { AppError } from '../../base/errors.ts';
import type { VersionDraft } from './draft-version.ts';

/** @throws AppError not_materializable with the reason, when materialization is to be on and cannot be */
export function checkMaterializable(settings: EndpointSettings, draft: VersionDraft): void {
  if (!settings.isMaterialized) return;
  const reason = draft.notMaterializable ?? 'Materialization is not available yet.';
  throw new AppError('not_materializable', reason, { attr: 'is_materialized' });
}
