import { findDeletedEndpoint, setEndpointDeletedAt } from '../../adapters/store/endpoint-store.ts';
import type { Endpoint } from '../../schema/endpoint.ts';
import type { Caller } from '../caller.ts';
import { claimingName } from '../claiming-name.ts';
import { judgeEndpoints } from '../judge/judge-endpoints.ts';
import { saveVerdicts } from '../judge/save-verdicts.ts';
import { followEndpoint } from '../materialize/follow-endpoint.ts';
import { recordChange } from '../record-change.ts';
import { lockCurrent } from './edit-endpoint.ts';
import { ENDPOINT } from './endpoint-answer.ts';
import { absentEndpoint } from './endpoint-errors.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { getEndpoint } from './get-endpoint.ts';
import { wakeAfterSave } from './wake-after-save.ts';

/**
 * Brings back the endpoint of that name that was deleted last, with all its versions.
 * @throws AppError not_found; name_taken when a live endpoint has the name
 */
export async function restoreEndpoint(
  services: EndpointServices,
  caller: Caller,
  name: string,
): Promise<Endpoint> {
  const { projectId } = caller;
  await claimingName('a live endpoint', name, () =>
    services.database.transaction(async (transaction) => {
      const deleted = await findDeletedEndpoint(transaction, projectId, name);
      if (deleted === undefined) throw absentEndpoint(name);
      const nowMs = services.clock.nowMs();
      await setEndpointDeletedAt(transaction, deleted, { deletedAtMs: null, nowMs });
      await followEndpoint(transaction, deleted, true, nowMs);
      const after = await lockCurrent(transaction, projectId, { name });
      await recordChange(transaction, caller, ENDPOINT, { after, activity: 'restored', nowMs });
    }),
  );
  wakeAfterSave(services);
  // The facts that the query reads may have changed while the endpoint was deleted.
  const project = await services.catalog.context(projectId);
  await saveVerdicts(services, projectId, await judgeEndpoints(services, project));
  return getEndpoint(services, projectId, name);
}
