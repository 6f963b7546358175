import { expect, onTestFinished, test } from 'vitest';
import type { Engine, EngineInsert } from '../../src/adapters/engine/engine.ts';
import { leaseFold } from '../../src/adapters/store/person-fold-store.ts';
import { findProject } from '../../src/adapters/store/project-store.ts';
import { newUuid } from '../../src/base/ids.ts';
import { deletePerson } from '../../src/services/capture/deletion/delete-person.ts';
import { openCapture } from '../../src/services/capture/open-capture.ts';
import { receive } from '../../src/services/capture/receive.ts';
import { foldNow, foldStep } from '../fixtures/fold-now.ts';
import { type CaptureFixture, payloadOf, startCapture } from './capture-fixture.ts';
import { Interruption } from './interruption.ts';

const LEASE_MS = 60_000;

function event(name: string, distinctId: string, properties: object = {}): object {
  return { uuid: newUuid(), event: name, distinct_id: distinctId, properties };
}

const batchOf = (...batch: readonly object[]) => ({ api_key: 'slc_test', batch });

function callerOf({ project }: CaptureFixture) {
  return { projectId: project.id, author: { keyId: 'k', label: 'root' } };
}

/** Distinct ids by the person that a query sees, with and without the join, as the project's flag says. */
async function actors({ services, project, rows }: CaptureFixture): Promise<readonly unknown[]> {
  const { hasPersonOverrides } = (await findProject(services.database.query, project.id)) ?? {};
  const person = hasPersonOverrides
    ? 'if(moved.is_moved, moved.person_id, seen.person_id)'
    : 'seen.person_id';
  const found = await rows(`SELECT arraySort(groupUniqArray(distinct_id)) AS ids FROM app.events AS seen
    LEFT ANY JOIN (SELECT old_person_id, person_id, true AS is_moved FROM app.person_overrides FINAL) AS moved
      ON seen.person_id = moved.old_person_id
    GROUP BY ${person} ORDER BY ids`);
  return found.map(([ids]) => ids);
}

test('a fold that fails at any call of the engine is completed, and no answer changes meanwhile', async () => {
  const interruption = new Interruption();
  const capture = await startCapture((engine) => interruption.wrap(engine));
  onTestFinished(() => capture.close());
  const { project } = capture;
  const merged = ['a'];
  const expectActors = async (where: string) =>
    expect(await actors(capture), where).toEqual([merged.toSorted(), ['z']]);
  await capture.send(batchOf(event('seen', 'a'), event('seen', 'z')));
  for (let call = 1, isReached = true; isReached; call += 1)
    for (const worksBeforeFailing of [false, true]) {
      const where = `failed at call ${call}${worksBeforeFailing ? ', after it had worked' : ''}`;
      const alias = `b${merged.length}`;
      merged.push(alias);
      await capture.send(batchOf(event('seen', alias)));
      await capture.send(batchOf(event('$merge_dangerously', 'a', { alias })));
      interruption.arm(call, worksBeforeFailing);
      await foldNow(capture.services, project.id).catch(() => undefined);
      isReached = interruption.calls >= call;
      interruption.disarm();
      await expectActors(where);
      await capture.reopen();
      await foldNow(capture.services, project.id);
      await expectActors(where);
      expect(await capture.rows("SELECT count() FROM system.tables WHERE startsWith(name, 'fold_')")).toEqual(
        [[0]],
      );
    }
  expect(merged.length).toBeGreaterThan(2 * 10);
});

/** Runs `work` once, when the table of a rewriting is filled and the rewriting has not begun. */
function atTheLastMoment(work: () => Promise<void>): (engine: Engine) => Engine {
  let isDone = false;
  return (engine) =>
    new Proxy(engine, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (property === 'insert')
          return async (rows: EngineInsert) => {
            await target.insert(rows);
            if (isDone || !rows.table.startsWith('fold_')) return;
            isDone = true;
            await work();
          };
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
}

test('a person that is deleted and comes again in the last moment before a rewriting is left alone', async () => {
  const capture: CaptureFixture = await startCapture(
    atTheLastMoment(async () => {
      const [[personId] = []] = await capture.rows(
        "SELECT toString(person_id) FROM app.events WHERE distinct_id = 'a'",
      );
      await deletePerson(capture.services, callerOf(capture), String(personId));
      await capture.send(batchOf(event('seen', 'b'), event('seen', 'a')));
    }),
  );
  onTestFinished(() => capture.close());
  const { services, project } = capture;
  await capture.send(batchOf(event('seen', 'a'), event('seen', 'b')));
  await capture.send(batchOf(event('$merge_dangerously', 'a', { alias: 'b' })));
  await foldStep(services, project.id);
  expect(await foldStep(services, project.id)).toBe('fenced');
  expect(await actors(capture)).toEqual([['a'], ['b']]);
  await foldNow(services, project.id);
  expect(await actors(capture)).toEqual([['a'], ['b']]);
});

/** Another replica on the same store and engine. */
async function openReplica(capture: CaptureFixture, engine: Engine) {
  const { services, folder } = capture;
  const options = { spoolFolder: `${folder}/other`, spoolMaxBytes: 64 * 1024 ** 2, flushAfterMs: 5 };
  const base = { ...services, engine };
  const replica = await openCapture(base, { ...options, replica: 'other' });
  onTestFinished(() => replica.close());
  return { ...base, ...replica };
}

const SHARED = { hasSharedEngine: true };

test('events that another replica has under way with an old person id are waited for', async () => {
  const capture = await startCapture();
  onTestFinished(() => capture.close());
  const { services, project } = capture;
  await capture.send(batchOf(event('seen', 'a'), event('seen', 'b')));
  const interruption = new Interruption();
  const other = await openReplica(capture, interruption.wrap(services.engine));
  // The first call looks for known events, the second would insert: the block is applied and not written.
  interruption.arm(2, false);
  const payload = payloadOf(batchOf(event('late', 'b')));
  const nowMs = services.clock.nowMs();
  const late = receive(other, { payload, nowMs, address: '127.0.0.1', waitUntilVisible: true });
  const isApplied = async () => {
    const progress = await services.database.query.selectFrom('captureProgress').selectAll().execute();
    return progress.some((row) => row.appliedTo > row.writtenTo);
  };
  await expect.poll(isApplied).toBe(true);
  await capture.send(batchOf(event('$merge_dangerously', 'a', { alias: 'b' })));
  expect(await foldStep(services, project.id, SHARED)).toBe('fenced');
  expect(await foldStep(services, project.id, SHARED)).toBe('fenced');
  interruption.disarm();
  await late;
  expect(await capture.rows('SELECT uniqExact(person_id) FROM app.events')).toEqual([[2]]);
  for (const phase of ['folded', 'waiting']) expect(await foldStep(services, project.id, SHARED)).toBe(phase);
  expect(await capture.rows('SELECT uniqExact(person_id) FROM app.events')).toEqual([[1]]);
  expect(await actors(capture)).toEqual([['a', 'b']]);
});

test('one replica rewrites at a time, and none deletes a person meanwhile', async () => {
  const capture = await startCapture();
  onTestFinished(() => capture.close());
  const { services, project } = capture;
  const other = await openReplica(capture, services.engine);
  await capture.send(batchOf(event('seen', 'a'), event('seen', 'b')));
  await capture.send(batchOf(event('$merge_dangerously', 'a', { alias: 'b' })));
  await foldStep(services, project.id, SHARED);
  const fold = {
    projectId: project.id,
    phase: 'fenced',
    sinceMs: 0,
    inFlight: { spools: {} },
  } as const;
  const { version } = await services.database.query
    .selectFrom('personFolds')
    .select('version')
    .executeTakeFirstOrThrow();
  const nowMs = services.clock.nowMs();
  const lease = { owner: 'other', nowMs, leaseMs: LEASE_MS };
  expect(await leaseFold(services.database.query, { ...fold, version }, lease)).toBe(true);
  expect(await foldStep(services, project.id, SHARED)).toBe('fenced');
  const [[personId] = []] = await capture.rows(
    "SELECT toString(person_id) FROM app.events WHERE distinct_id = 'a'",
  );
  const remove = () => deletePerson(services, callerOf(capture), String(personId));
  await expect(remove()).rejects.toMatchObject({ code: 'engine_unavailable' });
  services.clock.set(nowMs + LEASE_MS + 1);
  expect(await foldStep(services, project.id, SHARED)).toBe('folded');
  expect(await foldStep(other, project.id, SHARED)).toBe('waiting');
  await remove();
  expect(await actors(capture)).toEqual([]);
});

test('replicas with engines of their own do not fold', async () => {
  const capture = await startCapture();
  onTestFinished(() => capture.close());
  const { services, project } = capture;
  await capture.send(batchOf(event('seen', 'a'), event('seen', 'b')));
  await capture.send(batchOf(event('$merge_dangerously', 'a', { alias: 'b' })));
  const progress = { spoolName: 'elsewhere', spoolId: newUuid(), appliedTo: 1, writtenTo: 1, passedMs: 0 };
  await services.database.query.insertInto('captureProgress').values(progress).execute();
  expect(await foldStep(services, project.id)).toBe('waiting');
  expect(await foldStep(services, project.id, SHARED)).toBe('fenced');
});
