import type { Queryable } from '../../adapters/store/database.ts';
import type { EndpointRow, EndpointSettings, VersionRow } from '../../adapters/store/endpoint-row.ts';
import { lockEndpoint, updateEndpoint } from '../../adapters/store/endpoint-store.ts';
import { saveJudgement } from '../../adapters/store/judgement-store.ts';
import { findVersion, insertVersion, updateVersionSpelling } from '../../adapters/store/version-store.ts';
import { invariant } from '../../base/invariant.ts';
import type { ProjectContext } from '../../query/plan.ts';
import type { Endpoint } from '../../schema/endpoint.ts';
import type { Caller } from '../caller.ts';
import { checkRevision } from '../check-revision.ts';
import { claimingName } from '../claiming-name.ts';
import { keepUsedCohorts } from '../keep-used-cohorts.ts';
import { followEndpoint } from '../materialize/follow-endpoint.ts';
import { recordChange } from '../record-change.ts';
import { checkMaterializable } from './check-materializable.ts';
import { judgementOf, type VersionDraft } from './draft-version.ts';
import { ENDPOINT, toEndpointAnswer } from './endpoint-answer.ts';
import { absentEndpoint } from './endpoint-errors.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { findStandings } from './endpoint-standing.ts';
import { keepUsedActions } from './keep-used-actions.ts';

/** An endpoint that the running transaction holds locked, with its current version. */
export interface LockedEndpoint {
  readonly transaction: Queryable;
  readonly endpoint: EndpointRow;
  readonly version: VersionRow;
  readonly project: ProjectContext;
}

/** What an endpoint is to become. */
export interface Edit {
  readonly settings: EndpointSettings;
  readonly draft: VersionDraft;
}

export interface EditTarget {
  readonly name: string;
  /** The revisions that the caller expects, one of which the endpoint must have; undefined = any revision. */
  readonly ifRevisions?: ReadonlySet<number> | undefined;
}

/**
 * Changes one endpoint: locks it, lets `decide` say what it is to become, stores that and raises the revision. A draft
 * that means something else than the current version becomes the next version. Simultaneous edits follow one another.
 * @throws AppError not_found, precondition_failed, name_taken, not_materializable, and what `decide` throws
 */
export async function editEndpoint(
  services: EndpointServices,
  caller: Caller,
  target: EditTarget,
  decide: (locked: LockedEndpoint) => Promise<Edit>,
): Promise<Endpoint> {
  const project = await services.catalog.context(caller.projectId);

  const answer = await services.database.transaction(async (transaction) => {
    const { endpoint, version } = await lockCurrent(transaction, caller.projectId, target);
    const edit = await decide({ transaction, endpoint, version, project });
    checkMaterializable(edit.settings, edit.draft, endpoint.isMaterialized);
    if (edit.draft !== version) {
      await keepUsedActions(transaction, caller.projectId, edit.draft.query);
      await keepUsedCohorts(transaction, caller.projectId, edit.draft.query, 'query');
    }
    const nowMs = services.clock.nowMs();
    const made = { createdBy: caller.author, createdAtMs: nowMs };
    const saved = await saveVersion({ transaction, endpoint, version }, edit.draft, made);
    const changed = await claimingName('a live endpoint', edit.settings.name, () =>
      updateEndpoint(transaction, caller.projectId, endpoint.id, {
        ...edit.settings,
        currentVersion: saved.version,
        nowMs,
      }),
    );
    await followEndpoint(transaction, changed, true, nowMs);
    const after = { endpoint: changed, version: saved };
    const before = { endpoint, version };
    await recordChange(transaction, caller, ENDPOINT, { before, after, nowMs });
    const standings = await findStandings(transaction, caller.projectId, [endpoint.id]);
    return toEndpointAnswer(changed, saved, standings.get(endpoint.id));
  });
  services.scheduler.wake();
  return answer;
}

/** Locks the endpoint, with its current version, and checks the revision that the caller expects. */
export async function lockCurrent(
  transaction: Queryable,
  projectId: number,
  { name, ifRevisions }: EditTarget,
): Promise<Pick<LockedEndpoint, 'endpoint' | 'version'>> {
  const endpoint = await lockEndpoint(transaction, projectId, name);
  if (endpoint === undefined) throw absentEndpoint(name);
  checkRevision('endpoint', endpoint, ifRevisions);
  const version = await findVersion(transaction, projectId, endpoint.id, endpoint.currentVersion);
  invariant(version !== undefined, 'every endpoint has its current version');
  return { endpoint, version };
}

/** Stores a draft as the next version, or as another spelling of the current one when it means the same. */
async function saveVersion(
  { transaction, endpoint, version: current }: Omit<LockedEndpoint, 'project'>,
  draft: VersionDraft,
  made: Pick<VersionRow, 'createdBy' | 'createdAtMs'>,
): Promise<VersionRow> {
  if (draft.fingerprint === current.fingerprint) {
    const respelled = { ...current, query: draft.query, variables: draft.variables };
    await updateVersionSpelling(transaction, endpoint.projectId, respelled);
    return respelled;
  }
  const next = { ...draft, ...made, endpointId: current.endpointId, version: current.version + 1 };
  await insertVersion(transaction, endpoint.projectId, next);
  await saveJudgement(transaction, endpoint.projectId, judgementOf(next, draft));
  return next;
}
