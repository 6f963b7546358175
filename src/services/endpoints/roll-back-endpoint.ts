import { findVersion } from '../../adapters/store/version-store.ts';
import type { SavedEndpoint } from '../../schema/endpoint.ts';
import type { Warning } from '../../schema/warning.ts';
import type { Caller } from '../caller.ts';
import { refuseBreaking } from '../judge/refuse-breaking.ts';
import type { ChangeOptions } from './change-endpoint.ts';
import { editEndpoint } from './edit-endpoint.ts';
import { absentVersion } from './endpoint-errors.ts';
import type { EndpointServices } from './endpoint-services.ts';

/**
 * Makes the query of an older version current again, as a new version. Rolling back to the current version changes
 * nothing. The query is compiled anew, because the project may have changed since.
 * @throws AppError not_found, precondition_failed, breaking_change, and every 400 of compiling a query
 */
export async function rollBackEndpoint(
  services: EndpointServices,
  caller: Caller,
  options: ChangeOptions,
  version: number,
): Promise<SavedEndpoint> {
  let warnings: readonly Warning[] = [];
  const rolledBack = await editEndpoint(
    services,
    caller,
    options,
    async ({ db, current, project, draftFor }) => {
      const { endpoint } = current;
      const old = await findVersion(db, caller.projectId, endpoint.id, version);
      if (old === undefined) throw absentVersion(endpoint, version);
      const asked = { given: {}, previous: old, replaced: current.version, attr: 'version' };
      const { draft, breaking } = await draftFor(project, asked);
      refuseBreaking(breaking, { allowBreaking: options.allowBreaking, attr: 'version' });
      warnings = breaking;
      return { settings: endpoint, draft };
    },
  );
  return { ...rolledBack, warnings: [...warnings] };
}
