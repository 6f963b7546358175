import type { EngineColumn, QueryLimits } from '../../adapters/engine/engine.ts';
import { countStoredRows, readStoredRows } from '../../adapters/engine/statements/read-stored-rows.ts';
import type { StoredFile } from '../../adapters/engine/statements/stored-file.ts';
import { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { PlannedQuery, RunPlan } from '../../query/plan.ts';
import type { StoredObject } from '../../schema/snapshot-manifest.ts';
import { PLAIN_JSON } from '../execution/result-form.ts';
import { buildLimits, MOST_BUILT_ROWS } from './build-limits.ts';
import type { BuildSubject, WrittenResult } from './build-subject.ts';
import { buildTurn } from './build-turn.ts';
import { BytesWitness, factsOfBytes } from './checked-bytes.ts';
import { planOfBuild } from './plan-of-build.ts';
import type { BuildJob } from './snapshot.ts';
import type { SnapshotServices } from './snapshot-services.ts';

/**
 * Writes the rows of a SQL endpoint as Parquet, from the engine to the storage without holding them, and the first rows
 * also as the ready bytes of an answer. The Parquet file is read back before the ready bytes are made from it.
 */
export async function writeTable(
  services: SnapshotServices,
  job: BuildJob,
  subject: BuildSubject,
): Promise<WrittenResult> {
  const { columns, query } = await planFile(services, job, subject, MOST_BUILT_ROWS);
  const stored = await describe(services, job, (await planFile(services, job, subject, 0)).query);
  const key = `${job.objectPrefix}/rows.parquet`;
  const rows = await streamRows(services, job, query, key);
  const named = columns.map(({ name: label, type }, at) => {
    const { name, type: storedType } = stored[at] ?? { name: '', type: '' };
    return { label, type, name, stored_type: storedType };
  });
  return services.snapshotSources.use({ projectId: job.projectId, key, written: rows }, async (file) => {
    const count = await countStoredRows(services.engine, file);
    const ready = await writeReady(services, job, { file, columns: named });
    return { rows: count, columns: named, ...ready, objects: { 'rows.parquet': rows, ...ready.objects } };
  });
}

/** The statement that gives the rows as files hold them. */
async function planFile(
  services: SnapshotServices,
  job: BuildJob,
  subject: BuildSubject,
  limit: number,
): Promise<Extract<RunPlan, { kind: 'table' }>> {
  const rows = { parameters: { limit }, maxRows: MOST_BUILT_ROWS, stream: 'parquet' } as const;
  const plan = await planOfBuild(services, job, subject, rows);
  invariant(plan.kind === 'table', 'rows of SQL endpoints are a table');
  return plan;
}

/** Types that Parquet does not have. The engine hangs when it is told to write them. */
const WITHOUT_FORM = /\b(?:Nothing|Interval\w+|AggregateFunction|Variant|Dynamic|Object)\b|Tuple\(\)/;

/** Names and types of the columns of the file, found without reading rows. @throws AppError not_materializable */
async function describe(
  services: SnapshotServices,
  job: BuildJob,
  query: PlannedQuery,
): Promise<readonly EngineColumn[]> {
  const runId = `${job.buildId}_0`;
  const { projectId, signal } = job;
  const { columns } = await buildTurn(services, job)(runId, () =>
    services.engine.query({ ...query, projectId, runId, limits: buildLimits(job), signal }),
  );
  const strange = columns.find(({ type }) => WITHOUT_FORM.test(type));
  if (strange === undefined) return columns;
  const detail = `The column "${strange.name}" has the type ${strange.type}, which cannot be stored; convert it.`;
  throw new AppError('not_materializable', detail);
}

async function streamRows(
  services: SnapshotServices,
  job: BuildJob,
  query: PlannedQuery,
  key: string,
): Promise<StoredObject> {
  const runId = `${job.buildId}_1`;
  const { projectId, signal } = job;
  const limits = buildLimits(job);
  return buildTurn(services, job)(runId, async () => {
    const { body } = await services.engine.stream({ ...query, projectId, runId, limits, signal }, 'Parquet');
    const witness = new BytesWitness();
    await services.objects.putStream(key, witness.watch(body));
    return witness.facts();
  });
}

interface FileRows {
  readonly file: StoredFile;
  readonly columns: NonNullable<WrittenResult['columns']>;
}

/** The rows that an answer without parameters holds, as they stand in it. */
async function writeReady(
  services: SnapshotServices,
  job: BuildJob,
  { file, columns }: FileRows,
): Promise<Pick<WrittenResult, 'ready_rows'> & { readonly objects: { 'answer.json'?: StoredObject } }> {
  const { answerRows, answerBytes } = services.runLimits;
  const rows = {
    file,
    columns: columns.map(({ name, type, stored_type }) => ({ name, type, storedType: stored_type })),
    limit: answerRows,
    offset: 0,
  };
  const limits: QueryLimits = { ...buildLimits(job), maxResultRows: answerRows };
  const answer = await buildTurn(services, job)(`${job.buildId}_ready`, () =>
    readStoredRows(services.engine, rows, { limits, form: PLAIN_JSON }),
  );
  if (answer.rows.length > answerBytes) return { objects: {} };
  const key = `${job.objectPrefix}/answer.json`;
  const bytes = Buffer.concat([Buffer.from('['), answer.rows, Buffer.from(']')]);
  await services.objects.put(key, bytes);
  const facts = await services.slices.run(factsOfBytes(bytes));
  return { ready_rows: answer.rowCount, objects: { 'answer.json': facts } };
}
