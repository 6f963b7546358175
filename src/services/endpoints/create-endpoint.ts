import { insertEndpoint } from '../../adapters/store/endpoint-store.ts';
import { saveJudgement } from '../../adapters/store/judgement-store.ts';
import { insertVersion } from '../../adapters/store/version-store.ts';
import { newUuid } from '../../base/ids.ts';
import type { EndpointCreate, SavedEndpoint } from '../../schema/endpoint.ts';
import type { Caller } from '../caller.ts';
import { claimingName } from '../claiming-name.ts';
import { keepUsed } from '../keep-used.ts';
import { followEndpoint } from '../materialize/follow-endpoint.ts';
import { recordChange } from '../record-change.ts';
import { checkMaterializable } from './check-materializable.ts';
import { draftForCaller } from './draft-for-caller.ts';
import { judgementOf } from './draft-version.ts';
import { dropEmptyFilters } from './drop-empty-filters.ts';
import { ENDPOINT, toEndpointAnswer } from './endpoint-answer.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { findStandings } from './endpoint-standing.ts';
import { DEFAULT_SETTINGS, mergeSettings } from './merge-settings.ts';
import { wakeAfterSave } from './wake-after-save.ts';

/**
 * Checks, compiles and stores a new endpoint with its version 1.
 * @throws AppError name_taken, not_materializable, and every 400 of reading and compiling a query
 */
export async function createEndpoint(
  services: EndpointServices,
  caller: Caller,
  request: EndpointCreate,
): Promise<SavedEndpoint> {
  const { projectId, author } = caller;
  const project = await services.catalog.context(projectId);
  const { given, warnings, inRequestTerms } = dropEmptyFilters(request);
  const { draft } = await inRequestTerms(() =>
    draftForCaller(services, caller)(project, { given, attr: 'query' }),
  );
  const settings = mergeSettings({ ...DEFAULT_SETTINGS, name: request.name }, request);
  checkMaterializable(settings, draft, false);
  const made = { createdBy: author, createdAtMs: services.clock.nowMs() };
  const version = { ...draft, ...made, endpointId: newUuid(), version: 1 };
  const answer = await claimingName('a live endpoint', request.name, () =>
    services.database.transaction(async (transaction) => {
      await keepUsed(transaction, projectId, draft.query, 'query');
      const row = await insertEndpoint(transaction, {
        ...settings,
        ...made,
        id: version.endpointId,
        projectId,
      });
      await insertVersion(transaction, projectId, version);
      await saveJudgement(transaction, projectId, judgementOf(version, draft));
      await followEndpoint(transaction, row, true, made.createdAtMs);
      const after = { endpoint: row, version };
      await recordChange(transaction, caller, ENDPOINT, { after, nowMs: made.createdAtMs });
      const standings = await findStandings(transaction, projectId, [row.id]);
      return toEndpointAnswer(row, version, standings.get(row.id));
    }),
  );
  wakeAfterSave(services);
  const unknown = await services.catalog.warnOfUnknown(projectId, draft.reads ?? []);
  return { ...answer, warnings: [...answer.warnings, ...warnings, ...unknown] };
}
