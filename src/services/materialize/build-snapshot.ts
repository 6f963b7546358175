import { readDataMark } from '../../adapters/engine/statements/read-data-mark.ts';
import { ObjectsUnavailableError } from '../../adapters/objects/object-store.ts';
import { findEndpointById } from '../../adapters/store/endpoint-store.ts';
import { findVersion } from '../../adapters/store/version-store.ts';
import { AppError } from '../../base/errors.ts';
import type { SnapshotManifest } from '../../schema/snapshot-manifest.ts';
import { snapshotConditions } from '../execution/compiled-versions.ts';
import type { BuildSubject, WrittenResult } from './build-subject.ts';
import { readManifest, writeManifest } from './checked-bytes.ts';
import { proveSnapshot } from './prove-snapshot.ts';
import type { BuildJob, BuiltSnapshot } from './snapshot.ts';
import type { SnapshotServices } from './snapshot-services.ts';
import { writeInsight } from './write-insight.ts';
import { writeTable } from './write-table.ts';

/**
 * Builds a snapshot: executes the query once with one `now`, writes its result and then the manifest, reads everything
 * back, and compares it with the answer of a direct run.
 * @throws AppError of the query, UnusableSnapshotError when what is read back is not what was written, and what the
 *   storage throws
 */
export async function buildSnapshot(services: SnapshotServices, job: BuildJob): Promise<BuiltSnapshot> {
  try {
    return await build(services, job);
  } catch (error) {
    if (!(error instanceof ObjectsUnavailableError)) throw error;
    const detail = 'The storage of snapshots cannot be reached or refuses to work.';
    throw new AppError('store_unavailable', detail, { cause: error });
  }
}

async function build(services: SnapshotServices, job: BuildJob): Promise<BuiltSnapshot> {
  const subject = await readSubject(services, job);
  const { version, compiled } = subject;
  const isStable = compiled.unstableFunctions.length === 0;
  const mark = isStable ? await readDataMark(services.engine, job.projectId) : null;
  const write = version.query.kind === 'HogQLQuery' ? writeTable : writeInsight;
  const written = await write(services, job, subject);
  const manifest = await putManifest(services, job, { subject, written });
  job.signal.throwIfAborted();
  const verified = mark === null ? null : await proveSnapshot(services, job, { subject, manifest, mark });
  const objects = Object.values(written.objects);
  return {
    rows: written.rows,
    bytes: objects.reduce((sum, object) => sum + (object?.bytes ?? 0), 0),
    dataTimeMs: job.nowMs,
    columns: written.columns?.map(({ label, type }) => ({ name: label, type })) ?? null,
    conditions: snapshotConditions(compiled.reads),
    verified,
  };
}

async function readSubject(services: SnapshotServices, job: BuildJob): Promise<BuildSubject> {
  const { database, catalog, compiledVersions } = services;
  const endpoint = await findEndpointById(database.query, job.projectId, job.endpointId);
  const version = await findVersion(database.query, job.projectId, job.endpointId, job.version);
  if (endpoint === undefined || version === undefined)
    throw new AppError('not_found', 'The endpoint was deleted before its snapshot was built.');
  const project = await catalog.context(job.projectId);
  const caller = { projectId: job.projectId, principal: null, abortController: () => job };
  return { endpoint, version, project, compiled: await compiledVersions.get(version, project, caller) };
}

async function putManifest(
  { objects, clock }: SnapshotServices,
  job: BuildJob,
  { subject, written }: { readonly subject: BuildSubject; readonly written: WrittenResult },
): Promise<SnapshotManifest> {
  const bytes = writeManifest({
    form: 1,
    project_id: job.projectId,
    endpoint_id: job.endpointId,
    version: job.version,
    build_id: job.buildId,
    kind: subject.version.query.kind,
    built_at: new Date(clock.nowMs()).toISOString(),
    data_time: new Date(job.nowMs).toISOString(),
    ...written,
  });
  const key = `${job.objectPrefix}/manifest.json`;
  await objects.put(key, bytes);
  const found = await objects.get(key);
  return readManifest(found ?? new Uint8Array(0));
}
