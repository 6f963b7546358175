import type { Queryable } from '../../adapters/store/database.ts';
import type { EndpointRow, EndpointSettings, VersionRow } from '../../adapters/store/endpoint-row.ts';
import { findEndpoint, lockEndpoint, updateEndpoint } from '../../adapters/store/endpoint-store.ts';
import { saveJudgement } from '../../adapters/store/judgement-store.ts';
import { findVersion, insertVersion, updateVersionSpelling } from '../../adapters/store/version-store.ts';
import { invariant } from '../../base/invariant.ts';
import type { Endpoint } from '../../schema/endpoint.ts';
import type { Caller } from '../caller.ts';
import type { KnownProject } from '../catalog/known-project.ts';
import { checkRevision } from '../check-revision.ts';
import { claimingName } from '../claiming-name.ts';
import { keepUsed } from '../keep-used.ts';
import { followEndpoint } from '../materialize/follow-endpoint.ts';
import { recordChange } from '../record-change.ts';
import { checkMaterializable } from './check-materializable.ts';
import { type DraftFor, draftAtOnce, draftForCaller } from './draft-for-caller.ts';
import { judgementOf, type VersionDraft } from './draft-version.ts';
import { ENDPOINT, toEndpointAnswer } from './endpoint-answer.ts';
import { absentEndpoint } from './endpoint-errors.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { findStandings } from './endpoint-standing.ts';
import { wakeAfterSave } from './wake-after-save.ts';

/** An endpoint with its current version. */
export interface CurrentEndpoint {
  readonly endpoint: EndpointRow;
  readonly version: VersionRow;
}

/** What an edit is decided by. */
export interface EditBasis {
  /** For what else the decision has to read. */
  readonly db: Queryable;
  readonly current: CurrentEndpoint;
  readonly project: KnownProject;
  readonly draftFor: DraftFor;
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

/** Edits that are decided before the transaction, until others have been faster so often. */
const MOST_TRIES = 3;

/**
 * Changes one endpoint: lets `decide` say what it is to become, locks it, stores that and raises the revision. A draft
 * that means something else than the current version becomes the next version. Simultaneous edits follow one another.
 *
 * Compiling may have to wait for a thread, and a transaction must not wait. So the edit is decided before, and again
 * when somebody else has changed the endpoint meanwhile; whoever has been overtaken too often decides within the
 * transaction.
 * @throws AppError not_found, precondition_failed, name_taken, not_materializable, and what `decide` throws
 */
export async function editEndpoint(
  services: EndpointServices,
  caller: Caller,
  target: EditTarget,
  decide: (basis: EditBasis) => Promise<Edit>,
): Promise<Endpoint> {
  const project = await services.catalog.context(caller.projectId);
  const { database } = services;
  const draftFor = draftForCaller(services, caller);
  for (let tries = 1; ; tries += 1) {
    const seen = await readCurrent(database.query, caller.projectId, target);
    const early =
      tries > MOST_TRIES ? null : await decide({ db: database.query, current: seen, project, draftFor });
    const answer = await database.transaction(async (transaction) => {
      const current = await lockCurrent(transaction, caller.projectId, target);
      const isAsSeen =
        current.endpoint.id === seen.endpoint.id && current.endpoint.revision === seen.endpoint.revision;
      if (early !== null && !isAsSeen) return null;
      const edit = early ?? (await decide({ db: transaction, current, project, draftFor: draftAtOnce }));
      return saveEdit(transaction, caller, { current, edit, nowMs: services.clock.nowMs() });
    });
    if (answer === null) continue;
    wakeAfterSave(services);
    return answer;
  }
}

async function saveEdit(
  transaction: Queryable,
  caller: Caller,
  {
    current: { endpoint, version },
    edit: { settings, draft },
    nowMs,
  }: { readonly current: CurrentEndpoint; readonly edit: Edit; readonly nowMs: number },
): Promise<Endpoint> {
  const { projectId } = caller;
  checkMaterializable(settings, draft, endpoint.isMaterialized);
  if (!('version' in draft)) await keepUsed(transaction, projectId, draft.query, 'query');
  const made = { createdBy: caller.author, createdAtMs: nowMs };
  const saved = await saveVersion(transaction, { endpoint, version }, draft, made);
  const changed = await claimingName('a live endpoint', settings.name, () =>
    updateEndpoint(transaction, projectId, endpoint.id, {
      ...settings,
      currentVersion: saved.version,
      nowMs,
    }),
  );
  await followEndpoint(transaction, changed, true, nowMs);
  const after = { endpoint: changed, version: saved };
  const before = { endpoint, version };
  await recordChange(transaction, caller, ENDPOINT, { before, after, nowMs });
  const standings = await findStandings(transaction, projectId, [endpoint.id]);
  return toEndpointAnswer(changed, saved, standings.get(endpoint.id));
}

/** Locks the endpoint, with its current version, and checks the revision that the caller expects. */
export async function lockCurrent(
  transaction: Queryable,
  projectId: number,
  target: EditTarget,
): Promise<CurrentEndpoint> {
  const endpoint = await lockEndpoint(transaction, projectId, target.name);
  return withVersion(transaction, endpoint, target);
}

async function readCurrent(db: Queryable, projectId: number, target: EditTarget): Promise<CurrentEndpoint> {
  return withVersion(db, await findEndpoint(db, projectId, target.name), target);
}

async function withVersion(
  db: Queryable,
  endpoint: EndpointRow | undefined,
  { name, ifRevisions }: EditTarget,
): Promise<CurrentEndpoint> {
  if (endpoint === undefined) throw absentEndpoint(name);
  checkRevision('endpoint', endpoint, ifRevisions);
  const version = await findVersion(db, endpoint.projectId, endpoint.id, endpoint.currentVersion);
  invariant(version !== undefined, 'every endpoint has its current version');
  return { endpoint, version };
}

/** Stores a draft as the next version, or as another spelling of the current one when it means the same. */
async function saveVersion(
  transaction: Queryable,
  { endpoint, version: current }: CurrentEndpoint,
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
