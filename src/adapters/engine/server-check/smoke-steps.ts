import { stopwatchMs } from '../../../base/clock.ts';
import type { EngineParameters } from '../../../base/engine-parameter.ts';
import { isAppError } from '../../../base/errors.ts';
import { newRandomUuid, newSecretBytes } from '../../../base/ids.ts';
import { wait } from '../../../base/wait.ts';
import { projectUser } from '../ddl/server-access.ts';
import type { Engine } from '../engine.ts';
import { EngineException } from '../engine-error.ts';
import { parseRows } from '../parse-rows.ts';
import { ofLiveReplicas, onAllReplicas, storedTable } from '../server-form.ts';
import type { ServerProbe } from '../server-probe.ts';
import { deletePersonRows } from '../statements/delete-person-rows.ts';
import { binaryUuids, findKnownEventIds } from '../statements/find-known-event-ids.ts';
import { beginRewrite, countUnfolded, makeFoldTable, readRewriteState } from '../statements/fold-persons.ts';
import {
  addPromotedColumns,
  dropPromotedColumns,
  readPromotedColumns,
} from '../statements/promoted-columns.ts';
import { rowsOfFile, wasReplaced, whereAll } from '../statements/stored-file.ts';
import { bypassTexts } from './bypass-texts.ts';
import { type Check, CheckProblem } from './check-line.ts';
import { EVENTS_OF_PROJECT, queryOfProject, type SmokeProject } from './smoke-world.ts';

/** What the steps work with: two projects that are filled. */
export interface SmokeContext {
  readonly engine: Engine;
  readonly probe: ServerProbe;
  readonly projects: readonly [SmokeProject, SmokeProject];
}

type Step = Check<SmokeContext>;

const OWN_ROWS: Step = {
  about: 'each project sees its own rows',
  look: async ({ engine, projects }) => {
    for (const { id, personIds } of projects) {
      const [own] = await rowsOf(engine, id, `SELECT count(), countIf(project_id != ${id}) FROM app.events`);
      expectRow(own, [EVENTS_OF_PROJECT, 0], 'events of the own and of other projects');
      const [joined] = await rowsOf(
        engine,
        id,
        'SELECT count(), uniqExact(p.id) FROM app.events AS e INNER JOIN app.persons AS p ON e.person_id = p.id',
      );
      expectRow(joined, [EVENTS_OF_PROJECT, personIds.length], 'events with their persons');
    }
    return `${EVENTS_OF_PROJECT} events of each, also through a join`;
  },
};

const BYPASSES: Step = {
  about: 'no text reads the rows of another project',
  look: async ({ probe, projects: [own, other] }) => {
    const texts = bypassTexts(other.id);
    for (const sql of texts) {
      const rows = await probe.ask({ sql, user: projectUser(own.id) }).catch(() => []);
      if (rows.flat().some((value) => value !== '0'))
        throw new CheckProblem(
          `The user of project ${own.id} got rows by: ${sql}. Do not use this server; report it.`,
        );
    }
    return `${texts.length} texts`;
  },
};

const ON_EVERY_REPLICA: Step = {
  about: 'what is settled is on every replica',
  look: async ({ engine, projects: [own] }) => {
    const { form } = engine;
    const answer = await engine.command(
      `SELECT uniqExact(host), min(persons) FROM (SELECT hostName() AS host, count() AS persons
        FROM ${onAllReplicas(form, storedTable(form, 'persons'))} WHERE project_id = ${own.id} GROUP BY host)`,
      {},
      ofLiveReplicas(form),
    );
    const [[hosts, persons] = []] = parseRows(answer).map((row) => row.map(Number));
    expectRow([persons], [own.personIds.length], 'persons on the replica that has fewest');
    return `${hosts} replicas`;
  },
};

const LAGGING: Step = {
  about: 'an event is known while a replica lags',
  look: async ({ engine, projects: [own] }) => {
    const { form } = engine;
    const uuid = newRandomUuid();
    const fetches = (verb: string) =>
      form?.cluster === undefined
        ? Promise.resolve()
        : engine.command(
            `SYSTEM ${verb} FETCHES ON CLUSTER ${form.cluster} ${storedTable(form, 'event_ids')}`,
          );
    await fetches('STOP');
    try {
      const body = Buffer.from(JSON.stringify({ project_id: own.id, uuid, source: 0 }));
      await engine.insert({
        table: 'event_ids',
        columns: ['project_id', 'uuid', 'source'],
        format: 'JSONEachRow',
        body,
      });
      const known = await findKnownEventIds(engine, own.id, binaryUuids([uuid]));
      if (!known.has(uuid))
        throw new CheckProblem('It was not found on the replica that took it. Report this.');
    } finally {
      await fetches('START');
    }
    return form?.cluster === undefined ? 'one server has no other replica' : 'asked of all replicas';
  },
};

const PROPERTY = 'sluice smoke';

const PROMOTION: Step = {
  about: 'a property gets a column and loses it',
  look: async ({ engine }) => {
    await addPromotedColumns(engine, [PROPERTY]);
    const made = await untilFound(async () =>
      (await readPromotedColumns(engine)).filter(({ property }) => property === PROPERTY),
    );
    await dropPromotedColumns(engine, made);
    return made[0]?.column ?? '';
  },
};

const FOLD: Step = {
  about: 'merged persons are folded',
  look: async ({ engine, projects: [own] }) => {
    const [old = '', present = ''] = own.personIds;
    const table = await makeFoldTable(engine, own.id, newRandomUuid(), [[old, present]]);
    await beginRewrite(engine, table);
    await untilFound(async () => {
      const state = await readRewriteState(engine, table);
      if (state.kind === 'failed') throw new CheckProblem(`The mutation failed: ${state.reason}`);
      return state.kind === 'done' ? [state] : [];
    });
    expectRow([await countUnfolded(engine, table)], [0], 'events with the old person');
    return 'by a mutation that names no table';
  },
};

const DELETION: Step = {
  about: 'a person is deleted',
  look: async ({ engine, projects: [own] }) => {
    const person = own.personIds[2] ?? '';
    await deletePersonRows(engine, own.id, [person]);
    const [left] = await rowsOf(
      engine,
      own.id,
      `SELECT (SELECT countIf(person_id = {person:UUID}) FROM app.events), (SELECT countIf(id = {person:UUID}) FROM app.persons)`,
      { person: { type: 'UUID', value: person } },
    );
    expectRow(left, [0, 0], 'events and persons that are left');
    return 'with its events';
  },
};

const OBJECT = { kind: 'object', key: 'smoke/row.json' } as const;
const OBJECT_FORM = { format: 'JSONEachRow', structure: "'row UInt32'" } as const;
/** ClickHouse's number for a named collection that is not there. */
const NAMED_COLLECTION_DOESNT_EXIST = 669;

const BUCKET: Step = {
  about: 'the bucket is written and read, and another object is told by its ETag',
  look: async ({ engine }) => {
    const { from, parameters } = rowsOfFile(OBJECT, OBJECT_FORM);
    const row = newSecretBytes(4).readUInt32BE();
    const options = { settings: { s3_truncate_on_insert: 1 } };
    await engine
      .command(`INSERT INTO FUNCTION ${from} SELECT ${row} AS row`, parameters, options)
      .catch(withoutCollection);
    const [read] = parseRows(await engine.command(`SELECT row FROM ${from}`, parameters));
    expectRow(read, [row], 'the row of the object');
    const other = rowsOfFile({ ...OBJECT, etag: 'that of no object' }, OBJECT_FORM);
    const sql = `SELECT count() FROM ${other.from}${whereAll(other.conditions)}`;
    try {
      await engine.command(sql, other.parameters);
    } catch (error) {
      if (wasReplaced(error)) return `${OBJECT.key} below the prefix, which stays there`;
      throw error;
    }
    throw new CheckProblem('An object with another ETag was read. Report this.');
  },
};

function withoutCollection(error: unknown): never {
  if (!isAppError(error) || !(error.cause instanceof EngineException)) throw error;
  if (error.cause.engineCode !== NAMED_COLLECTION_DOESNT_EXIST) throw error;
  throw new CheckProblem(
    'The server has no named collection sluice_s3. Give it the bucket of SLUICE_OBJECT_STORE (deploy/clickhouse/server.xml).',
  );
}

const LATE_ERROR: Step = {
  about: 'an error in mid-stream breaks the answer',
  look: async ({ engine }) => {
    const sql = "SELECT number, throwIf(number = 3000000, 'late') FROM numbers(4000000)";
    const select = { sql, parameters: {}, format: 'TSVRaw' } as const;
    try {
      const { body } = await engine.streamCommand(select, { timeoutMs: 60_000, runId: newRandomUuid() });
      for await (const _ of body);
    } catch {
      return 'told';
    }
    throw new CheckProblem('The answer ended as if it were whole. Report this.');
  },
};

/** A query that is stopped has ended by then. */
const STOPPED_WITHIN_MS = 1_000;

const CANCEL: Step = {
  about: `a query is stopped within ${STOPPED_WITHIN_MS} ms`,
  look: async ({ engine }) => {
    const runId = newRandomUuid();
    const select = {
      sql: 'SELECT sleepEachRow(0.1) FROM numbers(600)',
      parameters: {},
      format: 'TSVRaw',
    } as const;
    const options = { timeoutMs: 60_000, runId, settings: { max_block_size: 1 } };
    const { body } = await engine.streamCommand(select, options);
    const reading = (async () => {
      for await (const _ of body);
    })().catch(() => undefined);
    const startedMs = stopwatchMs();
    await engine.cancel(runId);
    await engine.whenEnded(runId);
    await reading;
    const tookMs = Math.round(stopwatchMs() - startedMs);
    if (tookMs > STOPPED_WITHIN_MS) throw new CheckProblem(`It took ${tookMs} ms.`, 'WARN');
    return `${tookMs} ms`;
  },
};

const NO_SECRETS: Step = {
  about: 'no password stands in the log of queries',
  look: async ({ engine }) => {
    const answer = await engine.command(
      `SELECT count() FROM system.query_log WHERE event_date >= today() - 1
        AND match(query, 'sha256_hash BY .[0-9a-f]{64}')`,
    );
    expectRow(parseRows(answer)[0], [0], 'texts with the hash of a password');
    return 'of today and yesterday';
  },
};

/** In order: the last ones change what the first ones look at. */
export const SMOKE_STEPS: readonly Step[] = [
  OWN_ROWS,
  BYPASSES,
  ON_EVERY_REPLICA,
  LAGGING,
  PROMOTION,
  FOLD,
  DELETION,
  BUCKET,
  LATE_ERROR,
  CANCEL,
  NO_SECRETS,
];

async function rowsOf(
  engine: Engine,
  projectId: number,
  sql: string,
  parameters: EngineParameters = {},
): Promise<readonly (readonly unknown[])[]> {
  return parseRows(await engine.query({ ...queryOfProject(projectId, sql), parameters }));
}

function expectRow(found: readonly unknown[] | undefined, wanted: readonly number[], what: string): void {
  const numbers = (found ?? []).map(Number);
  if (numbers.join() !== wanted.join())
    throw new CheckProblem(
      `${what}: ${numbers.join(', ') || 'nothing'} instead of ${wanted.join(', ')}. Report this.`,
    );
}

const LOOKS = 60;
const LOOK_AGAIN_MS = 500;

async function untilFound<Found>(look: () => Promise<readonly Found[]>): Promise<readonly Found[]> {
  for (let at = 0; at < LOOKS; at += 1) {
    const found = await look();
    if (found.length > 0) return found;
    await wait(LOOK_AGAIN_MS);
  }
  throw new CheckProblem(`Nothing of it was seen for ${(LOOKS * LOOK_AGAIN_MS) / 1000} s.`);
}
