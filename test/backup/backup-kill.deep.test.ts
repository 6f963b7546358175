import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { SeededRandom } from '../../src/services/demo/random.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import {
  type Batch,
  type CaptureProcess,
  kill,
  newBatch,
  run,
  send,
  startCaptureProcess,
} from '../process/capture-process.ts';
import { expectOnce } from '../process/kill-capture.ts';

// [SPEC-11.1], [SPEC-11.3]. Each round ends one of the two sides at a random moment.
const ROUNDS = scaled(12);
/** A command takes about so long on a busy machine, most of it to start. */
const LONGEST_MS = 3_000;

/** What the clients know. A batch that a killed service did not acknowledge may be kept all the same. */
interface Sent {
  readonly acknowledged: Batch[];
  readonly unsent: Batch[];
}

test('a backup that is killed is refused, and one that ended holds every event acknowledged before it', async () => {
  const folder = temporaryFolder();
  const [data, backup, restored] = ['data', 'backup', 'restored'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const random = new SeededRandom(seed());
  const sent: Sent = { acknowledged: [], unsent: [] };
  let service = await startCaptureProcess(data);
  onTestFinished(() => {
    service.process.kill('SIGKILL');
  });
  const outcomes = { whole: 0, killed: 0, serviceKilled: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    rmSync(backup, { recursive: true, force: true });
    for (let count = 0; count < 3; count += 1) await capture(service, random, sent);
    const before = [...sent.acknowledged];
    const isServiceKilled = round % 3 === 2;
    const killAfterMs = round % 3 === 1 ? random.between(300, LONGEST_MS) : undefined;
    const copying = runCommand(['backup', backup, '--data-dir', data], killAfterMs);
    const meanwhile = captureUntil(service, random, sent, copying);
    if (isServiceKilled) {
      await delay(random.between(300, LONGEST_MS));
      await kill(service);
      outcomes.serviceKilled += 1;
    }
    const { exitCode, stderr } = await copying;
    await meanwhile;
    if (existsSync(path.join(backup, 'backup.json'))) {
      outcomes.whole += 1;
      await expectRestored(backup, restored, before, [...sent.acknowledged, ...sent.unsent], random);
    } else {
      outcomes.killed += 1;
      expect(exitCode, stderr).not.toBe(0);
      const refused = await runCommand(['restore', backup, '--data-dir', restored]);
      expect(refused.stderr).toContain('is no complete backup');
      expect(existsSync(restored)).toBe(false);
    }
    if (isServiceKilled) service = await startCaptureProcess(data);
  }
  console.log(`seed ${seed()}, ${JSON.stringify(outcomes)}, ${sent.acknowledged.length} batches`);
  await kill(service);
  await expectOnce(data, sent.acknowledged, sent.unsent);
});

async function capture(service: CaptureProcess, random: SeededRandom, sent: Sent): Promise<void> {
  const batch = newBatch(random, service.captureToken);
  const status = await send(service, batch, random.between(0, 1) === 1);
  (status === 200 ? sent.acknowledged : sent.unsent).push(batch);
}

/** Sends until `work` has ended, or a batch is not acknowledged. */
async function captureUntil(
  service: CaptureProcess,
  random: SeededRandom,
  sent: Sent,
  work: Promise<unknown>,
): Promise<void> {
  const before = sent.unsent.length;
  let isDone = false;
  const done = work.then(() => {
    isDone = true;
  });
  while (!isDone && sent.unsent.length === before) await capture(service, random, sent);
  await done;
}

/** Restores, often killed before that is done, and compares the events with what must and what may be there. */
async function expectRestored(
  backup: string,
  restored: string,
  must: readonly Batch[],
  may: readonly Batch[],
  random: SeededRandom,
): Promise<void> {
  const killed = await runCommand(['restore', backup, '--data-dir', restored], random.between(300, 1_500));
  if (killed.exitCode !== 0) {
    const start = await runCommand(['start', '--data-dir', restored, '--port', '0'], 20_000);
    // Killed before it began: there is nothing, and a start would make a new service.
    if (existsSync(path.join(restored, 'restore-unfinished')))
      expect(`${start.exitCode} ${start.stderr}`).toContain('part of a restore that was cut off');
    else rmSync(restored, { recursive: true, force: true });
    const again = await runCommand(['restore', backup, '--data-dir', restored]);
    expect([again.exitCode, again.stderr]).toEqual([0, expect.any(String)]);
  }
  const service = await startCaptureProcess(restored);
  try {
    const query = { kind: 'HogQLQuery', query: `select uuid from events where event = 'tick' limit 50000` };
    const uuids = new Set(((await run(service, query)) as readonly string[][]).flat());
    const mayBe = new Set(may.flatMap((batch) => batch.uuids));
    expect(must.flatMap((batch) => batch.uuids).filter((uuid) => !uuids.has(uuid))).toEqual([]);
    expect([...uuids].filter((uuid) => !mayBe.has(uuid))).toEqual([]);
  } finally {
    await kill(service);
    rmSync(restored, { recursive: true, force: true });
  }
}
