import type { ProjectReads } from '../../query/plan.ts';
import type { EndpointChange, SavedEndpoint } from '../../schema/endpoint.ts';
import type { Warning } from '../../schema/warning.ts';
import type { Caller } from '../caller.ts';
import { draftVersion, type ReadVersion } from './draft-version.ts';
import { dropEmptyFilters } from './drop-empty-filters.ts';
import { earlierDeclarations } from './earlier-declarations.ts';
import { type EditTarget, editEndpoint, type LockedEndpoint } from './edit-endpoint.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { mergeSettings } from './merge-settings.ts';
import { warnOfBreaking } from './warn-of-breaking.ts';

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
  const endpoint = await editEndpoint(services, caller, options, async (locked) => {
    const settings = mergeSettings(locked.endpoint, change);
    const isSameVersion = change.query === undefined && change.variables === undefined;
    const previous = isSameVersion ? locked.version : await versionBefore(locked, change);
    const draft = isSameVersion
      ? locked.version
      : inRequestTerms(() => draftVersion(locked.project, given, previous));
    const { allowBreaking } = options;
    breaking = isSameVersion
      ? []
      : warnOfBreaking(locked.project, locked.version, draft, { allowBreaking, attr: 'query' });
    if ('reads' in draft) reads = draft.reads ?? [];
    return { settings, draft };
  });
  const unknown = await services.catalog.warnOfUnknown(caller.projectId, reads);
  return { ...endpoint, warnings: [...endpoint.warnings, ...breaking, ...warnings, ...unknown] };
}

/** The version that a change builds on. A query that comes alone takes declarations of earlier versions over. */
async function versionBefore(
  { transaction, endpoint, version }: LockedEndpoint,
  { query, variables }: EndpointChange,
): Promise<ReadVersion> {
  if (query === undefined || variables !== undefined) return version;
  return {
    ...version,
    variables: await earlierDeclarations(transaction, endpoint.projectId, endpoint.id),
  };
}
