import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { newRandomUuid } from '../../../base/ids.ts';
import { wait } from '../../../base/wait.ts';
import { DATABASE } from '../ddl/engine-tables.ts';
import type { CommandOptions, Engine } from '../engine.ts';
import { mappedError } from '../engine-error.ts';
import { parseRows } from '../parse-rows.ts';
import {
  ofLiveReplicas,
  onAllReplicas,
  type ServerForm,
  storedName,
  storedTable,
  whereStored,
} from '../server-form.ts';

type Commands = Pick<Engine, 'command' | 'form'>;

/** A change of rows that stand in a table. */
export interface Mutation {
  readonly table: string;
  /** `DELETE`, `DELETE IN PARTITION ID '202512'`, `UPDATE a = 1` */
  readonly change: string;
  /** Which rows. Names no table where the engine may be a cluster: its replicas would find different rows. */
  readonly where: string;
  readonly parameters: EngineParameters;
}

/** For a large project the engine rewrites all parts that hold its rows. */
const TIMEOUT_MS = 3_600_000;
const FIRST_LOOK_MS = 20;
const LONGEST_LOOK_MS = 1_000;

/** Changes rows; resolves when the change is seen everywhere. May be repeated. */
export async function runMutation(engine: Commands, mutation: Mutation): Promise<void> {
  if (engine.form?.cluster === undefined)
    return void (await begin(engine, mutation, { timeoutMs: TIMEOUT_MS, settings: { mutations_sync: 2 } }));
  // Not `mutations_sync`: a statement ON CLUSTER waits three minutes at most.
  const tag = newRandomUuid();
  await beginMutation(engine, mutation, tag);
  await whenDone(engine, mutation.table, tag);
}

/** Begins to change rows; the engine goes on behind the answer and after a restart. @param tag finds the change */
export async function beginMutation(
  engine: Commands,
  mutation: Mutation,
  tag = newRandomUuid(),
): Promise<void> {
  const tagged = engine.form?.cluster === undefined ? mutation : withTag(mutation, tag);
  await begin(engine, tagged, { settings: { mutations_sync: 0 } });
}

async function begin(
  engine: Commands,
  { table, change, where, parameters }: Mutation,
  options: CommandOptions,
): Promise<void> {
  const { form } = engine;
  const rows = `${storedTable(form, table)}${whereStored(form, table)}`;
  await engine.command(`ALTER TABLE ${rows} ${change} WHERE ${where}`, parameters, options);
}

/** The condition that is always true stands in the engine's list of mutations. */
function withTag(mutation: Mutation, tag: string): Mutation {
  return { ...mutation, where: `${mutation.where} AND '${tag}' != ''` };
}

export type MutationState =
  | { readonly kind: 'running' }
  | { readonly kind: 'done' }
  /** Without help the engine would repeat it for ever. */
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * How far the mutations of a table with a tag have come. On a cluster a mutation is done when every replica that
 * answers has it and has done it, and every shard has a replica that answers: one that does not know of the mutation
 * yet has not begun it.
 */
export async function readMutationState(
  engine: Commands,
  form: ServerForm,
  table: string,
  tag: string,
): Promise<MutationState> {
  const parameters: EngineParameters = {
    table: { type: 'String', value: storedName(form, table) },
    tag: { type: 'String', value: tag },
  };
  const answer = await engine.command(stateStatement(form), parameters, ofLiveReplicas(form));
  const [[hasAllShards, isDone, reason] = []] = parseRows(answer);
  if (typeof reason === 'string' && reason !== '') return { kind: 'failed', reason };
  return Number(hasAllShards) === 1 && Number(isDone) === 1 ? { kind: 'done' } : { kind: 'running' };
}

const TAGGED = `database = '${DATABASE}' AND table = {table:String} AND position(command, {tag:String}) > 0`;

function stateStatement(form: ServerForm): string {
  const { cluster } = form;
  if (cluster === undefined)
    return `SELECT count() > 0, countIf(NOT is_done) = 0, max(latest_fail_reason) FROM system.mutations WHERE ${TAGGED}`;
  return `SELECT uniqExact(shard) = (SELECT uniqExact(shard_num) FROM system.clusters WHERE cluster = '${cluster}'),
        countIf(begun = 0 OR undone > 0) = 0, max(reason)
      FROM (
        SELECT hostName() AS host, any(substitution) AS shard FROM ${onAllReplicas(form, 'system.macros')}
        WHERE macro = 'shard' GROUP BY host
      ) AS replicas
      LEFT JOIN (
        SELECT hostName() AS host, count() AS begun, countIf(NOT is_done) AS undone, max(latest_fail_reason) AS reason
        FROM ${onAllReplicas(form, 'system.mutations')}
        WHERE ${TAGGED} GROUP BY host
      ) AS found USING (host)`;
}

/**
 * Takes the mutations that name a table off the engine's list, before that table goes: those that are not done end, and
 * those that are done are not done again. A part without rows may be there once more after the engine was killed, and
 * would then wait for ever for a mutation that reads a table which is gone, and with it all later mutations.
 * @param name begin of the table's name
 */
export async function forgetMutationsOf(engine: Pick<Engine, 'command'>, name: string): Promise<void> {
  await engine.command(
    `KILL MUTATION WHERE database = '${DATABASE}' AND position(command, {table:String}) > 0`,
    { table: { type: 'String', value: `${DATABASE}.${name}` } },
  );
}

/**
 * Ends what an earlier build may have left: mutations that wait for ever, because they read a table that is gone.
 * @param prefix of the table's name, behind which hexadecimal digits stand
 */
export async function endMutationsOfGoneTables(
  engine: Pick<Engine, 'command'>,
  prefix: string,
): Promise<void> {
  const read = `extract(command, '${DATABASE}[.](${prefix}[0-9a-f]+)')`;
  const present = `SELECT name FROM system.tables WHERE database = '${DATABASE}'`;
  await engine.command(
    `KILL MUTATION WHERE database = '${DATABASE}' AND NOT is_done AND ${read} != '' AND ${read} NOT IN (${present})`,
  );
}

/** Ends the unfinished mutations of these tables with a tag. */
export async function killMutations(engine: Commands, form: ServerForm, tag: string): Promise<void> {
  await engine.command(
    `KILL MUTATION${form.cluster === undefined ? '' : ` ON CLUSTER ${form.cluster}`} WHERE database = '${DATABASE}' AND position(command, {tag:String}) > 0 AND NOT is_done`,
    { tag: { type: 'String', value: tag } },
  );
}

async function whenDone(engine: Commands, table: string, tag: string): Promise<void> {
  const { form } = engine;
  if (form === undefined) return;
  let lookMs = FIRST_LOOK_MS;
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += lookMs) {
    const state = await readMutationState(engine, form, table, tag);
    if (state.kind === 'done') return;
    if (state.kind === 'failed') {
      await killMutations(engine, form, tag);
      throw new Error(`the mutation failed: ${state.reason}`);
    }
    await wait(lookMs);
    lookMs = Math.min(2 * lookMs, LONGEST_LOOK_MS);
  }
  throw mappedError('engine_unavailable');
}
