import { isAppError } from '../../src/base/errors.ts';
import { Lane } from '../../src/services/admission/lane.ts';
import { ONE_AT_A_TIME } from '../../src/services/admission/lanes.ts';
import { beginEventDeletion } from '../../src/services/capture/deletion/create-event-deletion.ts';
import { deletePerson } from '../../src/services/capture/deletion/delete-person.ts';
import type { DeletionServices } from '../../src/services/capture/deletion/deletion-services.ts';
import { runEventDeletion } from '../../src/services/capture/deletion/run-event-deletion.ts';
import { type CaptureFixture, startCapture } from '../capture/capture-fixture.ts';
import { deletionServices } from '../capture/deletion-fixture.ts';
import { startTwoShards } from '../fixtures/start-two-shards.ts';
import type { Sent, WorldHost } from './world-host.ts';

const PROJECT = 1;
const AUTHOR = { keyId: 'k', label: 'test' } as const;

/** Capture on an engine of two shards, where what changes events is called as the routes do it. */
export class TwoShardHost implements WorldHost {
  readonly #capture: CaptureFixture;
  readonly #deletions: DeletionServices;
  readonly #upkeepLane = new Lane(ONE_AT_A_TIME);

  private constructor(capture: CaptureFixture) {
    this.#capture = capture;
    this.#deletions = deletionServices(capture);
  }

  static async start(): Promise<TwoShardHost> {
    const capture = await startCapture(undefined, undefined, startTwoShards);
    await capture.services.engine.ensureProject(PROJECT);
    return new TwoShardHost(capture);
  }

  get services(): WorldHost['services'] {
    return { ...this.#deletions, upkeepLane: this.#upkeepLane };
  }

  async begin(nowMs: number): Promise<void> {
    this.#capture.services.clock.set(nowMs);
  }

  send(batch: readonly Sent[]): Promise<void> {
    return this.#capture.send({ api_key: 'slc_test', batch });
  }

  async deletePerson(distinctId: string): Promise<void> {
    try {
      await deletePerson(this.#deletions, { projectId: PROJECT, author: AUTHOR }, distinctId);
    } catch (error) {
      if (!isAppError(error, 'not_found')) throw error;
    }
  }

  async deleteEvents(name: string): Promise<void> {
    const source = { kind: 'bounds', bounds: { event: name } } as const;
    const { database } = this.#deletions;
    const key = await beginEventDeletion(this.#deletions, database.query, { projectId: PROJECT, source });
    await runEventDeletion(this.#deletions, key, new AbortController().signal);
  }

  ownChanges(): Readonly<Record<string, () => Promise<void>>> {
    return {};
  }

  close(): Promise<void> {
    return this.#capture.close();
  }
}
