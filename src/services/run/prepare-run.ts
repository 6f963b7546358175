import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import type { PreparedRun } from '../../query/plan.ts';
import type { OutputRequest, RunRequest } from '../../schema/run-request.ts';
import { cacheKey } from '../cache/cache-key.ts';
import type { RunCall } from './run-call.ts';
import type { RunServices } from './run-services.ts';

/** What a call asks for. */
export interface RunSubject {
  readonly endpoint: EndpointRow;
  readonly version: VersionRow;
  readonly request: RunRequest & OutputRequest;
}

/** A completely checked run: nothing in it can be refused any more, except by limits. */
export interface CheckedRun extends RunSubject {
  readonly prepared: PreparedRun;
  readonly key: string;
  readonly cacheAgeSeconds: number;
}

/**
 * Checks what the caller sent against the version, and names the result by its cache key. Pure but for the memory of
 * compiled versions.
 * @throws AppError 400 codes
 */
export function prepareRun(
  services: RunServices,
  { project }: RunCall,
  { endpoint, version, request }: RunSubject,
): CheckedRun {
  const compiled = services.compiledVersions.get(version, project);
  const prepared = compiled.prepare(request, {
    allowedOverrides: endpoint.allowedOverrides,
    maxRows: Math.min(
      endpoint.limits.maxRows ?? services.runLimits.answerRows,
      services.runLimits.answerRows,
    ),
  });
  const key = cacheKey({
    projectId: project.projectId,
    projectRevision: project.revision,
    endpointId: endpoint.id,
    endpointName: endpoint.name,
    version: version.version,
    canonical: prepared.canonical,
    variant: request.int64AsString ? 'json+int64' : 'json',
  });
  const cacheAgeSeconds = endpoint.cacheAgeSeconds ?? compiled.defaultCacheAgeSeconds(request);
  return { endpoint, version, request, prepared, key, cacheAgeSeconds };
}
