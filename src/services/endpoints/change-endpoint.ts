import type { ProjectReads } from '../../query/plan.ts';
import type { EndpointChange, SavedEndpoint } from '../../schema/endpoint.ts';
import type { Warning } from '../../schema/warning.ts';
import type { Caller } from '../caller.ts';
import { refuseBreaking } from '../judge/refuse-breaking.ts';
import type { ReadVersion } from './draft-version.ts';
import { dropEmptyFilters } from './drop-empty-filters.ts';
import { earlierDeclarations } from './earlier-declarations.ts';
import { type EditBasis, type EditTarget, editEndpoint } from './edit-endpoint.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { mergeSettings } from './merge-settings.ts';

export interface ChangeOptions extends EditTarget {
  /** False = refuse a change that takes columns, variables or allowed values from callers, or that changes results. */
  readonly allowBreaking: boolean;
}

/**
 * Changes what the request names: members are replaced as a whole, absent ones stay.
 * @throws AppError not_found, precondition_failed, name_taken, not_materializable, breaking_change, and every 400 of
 *   reading and compiling a query; then nothing is changed
 */
export async function changeEndpoint(
  services: EndpointServices,
  caller: Caller,
  options: ChangeOptions,
  change: EndpointChange,
): Promise<SavedEndpoint> {
  const { given, warnings, inRequestTerms } = dropEmptyFilters(change);
  let breaking: readonly Warning[] = [];
  let reads: ProjectReads = [];
  const endpoint = await editEndpoint(services, caller, options, async (basis) => {
    const { current, project, draftFor } = basis;
    const settings = mergeSettings(current.endpoint, change);
    const { version } = current;
    if (change.query === undefined && change.variables === undefined) return { settings, draft: version };
    const previous = await versionBefore(basis, change);
    const asked = { given, previous, replaced: version, attr: 'query' };
    const drafted = await inRequestTerms(() => draftFor(project, asked));
    breaking = drafted.breaking;
    refuseBreaking(breaking, { allowBreaking: options.allowBreaking, attr: 'query' });
    reads = drafted.draft.reads ?? [];
    return { settings, draft: drafted.draft };
  });
  const unknown = await services.catalog.warnOfUnknown(caller.projectId, reads);
  return { ...endpoint, warnings: [...endpoint.warnings, ...breaking, ...warnings, ...unknown] };
}

/** The version that a change builds on. A query that comes alone takes declarations of earlier versions over. */
async function versionBefore(
  { db, current: { endpoint, version } }: EditBasis,
  { query, variables }: EndpointChange,
): Promise<ReadVersion> {
  if (query === undefined || variables !== undefined) return version;
  return {
    ...version,
    variables: await earlierDeclarations(db, endpoint.projectId, endpoint.id),
  };
}
