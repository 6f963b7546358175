import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { RandomSource } from '../fixtures/random-source.ts';
import { type ServiceProcess, startServiceProcess } from '../fixtures/start-process.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

/** A service of one test that is killed and started again on its folder, or loses its engine. */
export class KilledService {
  readonly kills = { service: 0, engine: 0 };
  readonly #settings: Parameters<typeof startServiceProcess>[0];
  #running: ServiceProcess;

  private constructor(settings: Parameters<typeof startServiceProcess>[0], running: ServiceProcess) {
    this.#settings = settings;
    this.#running = running;
  }

  /** Starts in a new folder, and ends with the test, also with one that takes too long. */
  static async start(rootKey: string): Promise<KilledService> {
    const settings = { SLUICE_ROOT_KEY: rootKey, SLUICE_DATA_DIR: temporaryFolder() };
    const started = new KilledService(settings, await startServiceProcess(settings));
    onTestFinished(() => started.#running.kill());
    return started;
  }

  /** The process that runs now. */
  get running(): ServiceProcess {
    return this.#running;
  }

  /** Kills the engine in a third of all cases, else the service, and resolves when one runs again. */
  async killOne(random: RandomSource): Promise<void> {
    if (random.oneIn(3)) {
      this.#running.killEngine();
      this.kills.engine += 1;
      return;
    }
    await this.#running.kill();
    this.kills.service += 1;
    this.#running = await startServiceProcess(this.#settings);
  }

  /** The rows that a query answers; waits for an engine that was killed last and is not back yet. */
  async ask(project: number, query: string): Promise<unknown> {
    const body = { query: { kind: 'HogQLQuery', query } };
    for (;;) {
      const { status, json } = await this.#running.call('POST', `/api/projects/${project}/query`, { body });
      if (status === 200) return json.results;
      expect(status).toBe(503);
      await delay(100);
    }
  }

  /** Sends a file to import. @param more of the URL */
  async sendFile(project: number, file: Buffer | string, more = ''): Promise<Response> {
    return await fetch(`${this.#running.url}/api/projects/${project}/imports/${more}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#settings.SLUICE_ROOT_KEY}`,
        'content-type': 'application/octet-stream',
      },
      body: file,
    });
  }
}
