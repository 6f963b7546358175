import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findBuild, listBuilds, updateBuild } from '../../src/adapters/store/build-store.ts';
import type { Database } from '../../src/adapters/store/database.ts';
import { insertEndpoint } from '../../src/adapters/store/endpoint-store.ts';
import {
  bringBack,
  endLeases,
  findDueEndpoints,
  findLostEndpoints,
  findMaterializations,
  hasBuildToMake,
  lockMaterialization,
  renewLeases,
  updateMaterialization,
} from '../../src/adapters/store/materialization-store.ts';
import { raiseDataEpoch } from '../../src/adapters/store/project-store.ts';
import {
  findCurrentSnapshot,
  findRetiredSnapshots,
  forgetSnapshot,
  markSnapshotUnusable,
  retireSnapshot,
  retireSnapshots,
} from '../../src/adapters/store/snapshot-store.ts';
import { SettableClock } from '../../src/base/clock.ts';
import { type ClaimedBuild, claimBuild } from '../../src/services/materialize/claim-build.ts';
import { followEndpoint } from '../../src/services/materialize/follow-endpoint.ts';
import { queueBuild } from '../../src/services/materialize/queue-build.ts';
import { settleBuild, takeBackBuild } from '../../src/services/materialize/settle-build.ts';
import { addProject, NOW } from '../store/add-project.ts';
import { builtSnapshot, materializedEndpoint } from './materialized-endpoint.ts';

const LEASE_MS = 15_000;
const HOUR_MS = 3_600_000;
const at = (nowMs: number) => new SettableClock(nowMs);
const E = { projectId: 1, endpointId: 'e' };
const END = { nowMs: NOW + 5_000, durationMs: 5_000 };

/** The contract of builds in the store, the same for every database. `open` gives a fresh empty one. */
export function describeBuilds(name: string, open: () => Promise<Database>): void {
  describe(`builds on ${name}`, () => {
    let database: Database;
    beforeEach(async () => {
      database = await open();
      const opened = database;
      onTestFinished(() => opened.close());
      await addProject(database, 'slc_first');
      await insertEndpoint(database.query, materializedEndpoint('e'));
      await follow();
    });

    const follow = (change = {}, nowMs = NOW) =>
      database.transaction((transaction) =>
        followEndpoint(transaction, materializedEndpoint('e', change), true, nowMs),
      );
    const claim = (owner: string, nowMs = NOW) =>
      claimBuild(database, E, { owner, nowMs, leaseMs: LEASE_MS });
    const claimed = async (owner: string, nowMs = NOW): Promise<ClaimedBuild> => {
      const build = await claim(owner, nowMs);
      if (build === undefined) throw new Error('nothing was due');
      return build;
    };
    const built = (build: ClaimedBuild, end = END) =>
      settleBuild(database, build, { kind: 'built', snapshot: builtSnapshot() }, end);
    const row = async () => (await findMaterializations(database.query, 1, ['e'])).get('e');

    test('of ten processes one gets the build', async () => {
      expect(await findDueEndpoints(database.query, NOW, 10)).toMatchObject([E]);
      const claims = await Promise.all(Array.from({ length: 10 }, (_, i) => claim(`process-${i}`)));
      expect(claims.filter((each) => each !== undefined)).toEqual([
        expect.objectContaining({ endpointId: 'e', version: 1, fencingToken: 1, cause: 'change', lagMs: 0 }),
      ]);
      expect(await findDueEndpoints(database.query, NOW + HOUR_MS, 10)).toEqual([]);
      expect(await row()).toMatchObject({ state: 'Running', leaseExpiresAtMs: NOW + LEASE_MS });
    });

    test('a good build is served, and the one before is retired', async () => {
      const first = await claimed('a');
      expect(await built(first)).toMatchObject({ kind: 'built' });
      const snapshot = await findCurrentSnapshot(database.query, 1, 'e');
      expect(snapshot).toMatchObject({
        buildId: first.buildId,
        version: 1,
        builtAtMs: END.nowMs,
        durationMs: 5_000,
        rows: 3,
        bytes: 100,
        dataTimeMs: NOW,
        columns: [{ name: 'n', type: 'UInt64' }],
        conditions: 'as they were',
        verified: true,
        mismatchesInARow: 0,
        unusableAtMs: null,
      });
      expect(await row()).toMatchObject({ state: 'Completed', runningBuildId: null, failuresInARow: 0 });
      const second = await claimed('b', NOW + 2 * HOUR_MS);
      await built(second, { nowMs: NOW + 2 * HOUR_MS, durationMs: 1 });
      expect((await findCurrentSnapshot(database.query, 1, 'e'))?.buildId).toBe(second.buildId);
      const retired = [{ projectId: 1, buildId: first.buildId, objectPrefix: snapshot?.objectPrefix }];
      expect(await findRetiredSnapshots(database.query, NOW + 2 * HOUR_MS)).toEqual([]);
      expect(await findRetiredSnapshots(database.query, NOW + 2 * HOUR_MS + 1)).toEqual(retired);
      await forgetSnapshot(database.query, 1, second.buildId);
      await forgetSnapshot(database.query, 1, first.buildId);
      expect(await findRetiredSnapshots(database.query, NOW + 9 * HOUR_MS)).toEqual([]);
      expect((await findCurrentSnapshot(database.query, 1, 'e'))?.buildId).toBe(second.buildId);
    });

    // [CAP-9.6]
    test('a build during which events were deleted leaves no snapshot that stays', async () => {
      const first = await claimed('a');
      await database.transaction(async (transaction) => {
        await raiseDataEpoch(transaction, 1);
        await retireSnapshots(transaction, 1, NOW);
      });
      expect(await built(first)).toMatchObject({ kind: 'built' });
      expect(await findCurrentSnapshot(database.query, 1, 'e')).toBeUndefined();
      const retired = await findRetiredSnapshots(database.query, END.nowMs + 1);
      expect(retired.map(({ buildId }) => buildId)).toEqual([first.buildId]);
      const second = await claimed('a', NOW + 2 * HOUR_MS);
      await built(second);
      expect((await findCurrentSnapshot(database.query, 1, 'e'))?.buildId).toBe(second.buildId);
    });

    test('a build is taken over after its lease and then changes nothing any more', async () => {
      const first = await claimed('a');
      expect(await findLostEndpoints(database.query, NOW + LEASE_MS - 1)).toEqual([]);
      expect(await takeBackBuild(database, E, at(NOW + LEASE_MS - 1))).toBeUndefined();
      expect(await findLostEndpoints(database.query, NOW + LEASE_MS)).toEqual([E]);
      expect(await takeBackBuild(database, E, at(NOW + LEASE_MS))).toMatchObject({ id: first.buildId });
      expect(await renewLeases(database.query, [first], NOW + 2 * LEASE_MS)).toEqual([]);
      const second = await claimed('b', NOW + LEASE_MS);
      expect(await built(first)).toEqual({ kind: 'lost' });
      expect(await findCurrentSnapshot(database.query, 1, 'e')).toBeUndefined();
      await built(second);
      expect(await built(first)).toEqual({ kind: 'lost' });
      expect((await findCurrentSnapshot(database.query, 1, 'e'))?.buildId).toBe(second.buildId);
    });

    test('a clock that is set back before the row is locked gives up no build that is alive', async () => {
      const clock = at(NOW + LEASE_MS);
      await claimed('a');
      const settingBack: Database = {
        ...database,
        transaction: (work) => {
          clock.set(NOW);
          return database.transaction(work);
        },
      };
      expect(await takeBackBuild(settingBack, E, clock)).toBeUndefined();
      expect(await takeBackBuild(database, E, at(NOW + LEASE_MS))).toMatchObject({ state: 'Failed' });
    });

    test('a process asks in one statement whether a build is to be made', async () => {
      expect(await hasBuildToMake(database.query, NOW - 1)).toBe(true);
      await claimed('a');
      expect(await hasBuildToMake(database.query, NOW + LEASE_MS - 1)).toBe(false);
      expect(await hasBuildToMake(database.query, NOW + LEASE_MS)).toBe(true);
      await takeBackBuild(database, E, at(NOW + LEASE_MS));
      expect(await hasBuildToMake(database.query, NOW + LEASE_MS)).toBe(true);
      await follow({ isMaterialized: false });
      expect(await hasBuildToMake(database.query, NOW + 99 * HOUR_MS)).toBe(false);
    });

    test('a renewed lease holds; one of a build that is no longer wanted says so', async () => {
      const build = await claimed('a');
      expect(await renewLeases(database.query, [build], NOW + 2 * LEASE_MS)).toEqual([build]);
      expect(await takeBackBuild(database, E, at(NOW + LEASE_MS))).toBeUndefined();
      await follow({ currentVersion: 2 });
      expect(await renewLeases(database.query, [build], NOW + 2 * LEASE_MS)).toEqual([]);
      expect(await built(build)).toEqual({ kind: 'superseded' });
      expect(await findCurrentSnapshot(database.query, 1, 'e')).toBeUndefined();
      expect(await row()).toMatchObject({ state: 'Pending', version: 2, failuresInARow: 0 });
      expect(await claimed('a')).toMatchObject({ version: 2, cause: 'change' });
    });

    test('a build that somebody asks for while one runs begins after it, once', async () => {
      const running = await claimed('a');
      const ask = () =>
        database.transaction(async (transaction) => {
          const locked = await lockMaterialization(transaction, 1, 'e');
          return locked && queueBuild(transaction, locked, 'request', NOW + 1_000);
        });
      const asked = await ask();
      expect(await ask()).toBe(asked);
      expect(await claim('b', NOW + 1_000)).toBeUndefined();
      await built(running);
      expect(await row()).toMatchObject({ state: 'Pending' });
      // Also by a clock that was set back meanwhile.
      expect(await findDueEndpoints(database.query, NOW - HOUR_MS, 10)).toMatchObject([E]);
      expect(await claimed('b', NOW - HOUR_MS)).toMatchObject({ buildId: asked, cause: 'request', lagMs: 0 });
      expect((await listBuilds(database.query, 1, 'e', { limit: 9, offset: 0 })).count).toBe(2);
    });

    test('a failed build leaves the snapshot, says why, and is tried again later and later', async () => {
      await built(await claimed('a'));
      let nowMs = NOW + 2 * HOUR_MS;
      const waits: number[] = [];
      for (let i = 0; i < 8; i += 1) {
        await settleBuild(
          database,
          await claimed('a', nowMs),
          { kind: 'failed', error: 'no' },
          { nowMs, durationMs: 1 },
        );
        const next = (await row())?.nextRunAtMs ?? 0;
        waits.push((next - nowMs) / 60_000);
        nowMs = next;
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
      expect(await row()).toMatchObject({ state: 'Failed', lastError: 'no', failuresInARow: 8 });
      expect(await findCurrentSnapshot(database.query, 1, 'e')).toBeDefined();
      await built(await claimed('a', nowMs));
      expect(await row()).toMatchObject({ state: 'Completed', lastError: null, failuresInARow: 0 });
    });

    test('a build that gives way waits again under its id, unless a newer one was asked for', async () => {
      const first = await claimed('a');
      await settleBuild(database, first, { kind: 'yielded' }, END);
      expect(await row()).toMatchObject({
        state: 'Pending',
        failuresInARow: 0,
        queuedBuildId: first.buildId,
      });
      const again = await claimed('a', END.nowMs);
      expect(again).toMatchObject({ buildId: first.buildId, fencingToken: 2 });
      expect(await built(first)).toEqual({ kind: 'lost' });
      expect(await built(again)).toMatchObject({ kind: 'built' });
    });

    test('a build that the end of the service stopped is due at once and counts as no failure', async () => {
      await settleBuild(database, await claimed('a'), { kind: 'stopped' }, END);
      expect(await row()).toMatchObject({ state: 'Pending', nextRunAtMs: END.nowMs, failuresInARow: 0 });
      expect(await claim('b', END.nowMs)).toBeDefined();
    });

    test('leases are ended when nobody can hold one', async () => {
      await claimed('a');
      await endLeases(database.query);
      expect(await findLostEndpoints(database.query, NOW)).toEqual([E]);
    });

    test('leases and plans that a clock left in the far future are brought back', async () => {
      await claimed('a', NOW + 72 * HOUR_MS);
      await bringBack(database.query, NOW, LEASE_MS);
      expect(await row()).toMatchObject({
        leaseExpiresAtMs: NOW + LEASE_MS,
        nextRunAtMs: NOW + HOUR_MS,
      });
      await bringBack(database.query, NOW - 60_000, LEASE_MS);
      expect(await row()).toMatchObject({ nextRunAtMs: NOW + HOUR_MS });
    });

    test('mismatches are counted until a comparison succeeds or the version changes', async () => {
      let nowMs = NOW;
      const verdicts = [false, null, false, true, false];
      const counts: (number | undefined)[] = [];
      const build = async (verified: boolean | null) => {
        const snapshot = { ...builtSnapshot(), verified };
        await settleBuild(
          database,
          await claimed('a', nowMs),
          { kind: 'built', snapshot },
          { nowMs, durationMs: 1 },
        );
        counts.push((await findCurrentSnapshot(database.query, 1, 'e'))?.mismatchesInARow);
        nowMs += 2 * HOUR_MS;
      };
      for (const verified of verdicts) await build(verified);
      await follow({ currentVersion: 2 }, nowMs);
      await build(false);
      expect(counts).toEqual([1, 1, 2, 0, 1, 1]);
    });

    test('nothing of a build is reached through another project', async () => {
      await built(await claimed('a'));
      const snapshot = await findCurrentSnapshot(database.query, 1, 'e');
      const running = await claimed('a', NOW + 2 * HOUR_MS);
      const before = await row();
      expect(await lockMaterialization(database.query, 2, 'e')).toBeUndefined();
      await updateMaterialization(database.query, 2, 'e', { state: 'Failed' });
      expect(await renewLeases(database.query, [{ ...running, projectId: 2 }], NOW)).toEqual([]);
      expect(await row()).toEqual(before);
      await expect(updateBuild(database.query, 2, running.buildId, { rows: 1 })).rejects.toThrow();
      expect(await findBuild(database.query, 1, running.buildId)).toMatchObject({ rows: null });
      expect(await markSnapshotUnusable(database.query, 2, snapshot?.buildId ?? '', NOW)).toBe(false);
      await retireSnapshot(database.query, 2, 'e', NOW);
      expect(await findCurrentSnapshot(database.query, 1, 'e')).toEqual(snapshot);
      await retireSnapshot(database.query, 1, 'e', NOW);
      await forgetSnapshot(database.query, 2, snapshot?.buildId ?? '');
      expect(await findRetiredSnapshots(database.query, NOW + 1)).toHaveLength(1);
    });

    test('a snapshot is reported as unusable once', async () => {
      const build = await claimed('a');
      await built(build);
      const report = () => markSnapshotUnusable(database.query, 1, build.buildId, NOW);
      expect([await report(), await report()]).toEqual([true, false]);
      expect(await findCurrentSnapshot(database.query, 1, 'e')).toMatchObject({ unusableAtMs: NOW });
    });
  });
}
