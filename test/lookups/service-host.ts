import path from 'node:path';
import { expect } from 'vitest';
import { newUuid } from '../../src/base/ids.ts';
import type { EngineProcessForm } from '../fixtures/engine-of-tests.ts';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { killChanges } from './kill-changes.ts';
import type { Sent, WorldHost, WorldParts } from './world-host.ts';

/** A machine may be slow. */
const SETTINGS = { captureWaitMs: 300_000 } as const;
const PATIENT = { timeout: 60_000, interval: 50 };

/**
 * A whole service that is restarted, and whose engine is killed: the embedded one, which is also restored from backups,
 * or an engine process.
 */
export class ServiceHost implements WorldHost {
  readonly #form: EngineProcessForm | undefined;
  readonly #captureToken: string;
  #service: TestService;
  #nowMs = 0;
  readonly #imports: string[] = [];

  private constructor(service: TestService, form: EngineProcessForm | undefined) {
    this.#form = form;
    this.#service = service;
    this.#captureToken = service.captureToken;
  }

  /** @param form absent = the embedded engine */
  static async start(form?: EngineProcessForm): Promise<ServiceHost> {
    return new ServiceHost(await startTestService(SETTINGS, form), form);
  }

  get services(): TestService['services'] {
    return this.#service.services;
  }

  /** The lease of a fold tells processes apart: two folders in one would take each other's tables away. */
  async begin(nowMs: number): Promise<void> {
    this.#nowMs = nowMs;
    await this.services.personFolder.close();
    await this.services.lookupBuilder.stop();
    this.#service.setNow(new Date(nowMs).toISOString());
  }

  async send(batch: readonly Sent[]): Promise<void> {
    const body = { api_key: this.#captureToken, batch };
    const { status, text } = await this.#service.call('POST', '/batch?wait=true', { body, key: null });
    if (status !== 200) throw new Error(text);
  }

  async deletePerson(distinctId: string): Promise<void> {
    const { status, text } = await this.#service.call('DELETE', `persons/${distinctId}`);
    expect([204, 404], text).toContain(status);
  }

  async deleteEvents(name: string): Promise<void> {
    const body = { event: name, wait: true };
    const { status, text } = await this.#service.call('POST', 'events/delete/', { body });
    expect(status, text).toBeLessThan(300);
  }

  ownChanges(parts: WorldParts): Readonly<Record<string, () => Promise<void>>> {
    const isEmbedded = this.#form === undefined;
    return {
      ...killChanges(this, parts),
      import: () => this.#import(parts),
      'undoing an import': () => this.#undoImport(),
      restart: () => this.#restart(),
      ...(isEmbedded && { 'restore of a backup': () => this.#restoreBackup() }),
    };
  }

  killEngine(): void {
    const engine = this.#service.engine.processId();
    // One that is being started again is dead already; 0 would be this process and its group.
    if (engine !== undefined) process.kill(engine, 'SIGKILL');
  }

  async reachesEngine(): Promise<boolean> {
    if (!(await this.services.engine.ping())) return false;
    return this.#service.engine.command('SELECT 1').then(
      () => true,
      () => false,
    );
  }

  close(): Promise<void> {
    return this.#service.close();
  }

  async #import({ nextEvents }: WorldParts): Promise<void> {
    const rows = nextEvents().map((event) => JSON.stringify({ ...event, uuid: newUuid() }));
    const made = await this.#service.call('POST', 'imports/?wait=true', {
      body: rows.join('\n'),
      headers: { 'content-type': 'application/octet-stream' },
    });
    if (rows.length === 0) return;
    expect(made.status, made.text).toBeLessThan(300);
    this.#imports.push(made.json.id);
  }

  async #undoImport(): Promise<void> {
    const id = this.#imports.pop();
    if (id === undefined) return;
    const { json, text } = await this.#service.call('DELETE', `imports/${id}`);
    expect(json.deletion, text).toBeDefined();
    const target = `events/delete/${json.deletion.id}`;
    await expect
      .poll(async () => (await this.#service.call('GET', target)).json.state, PATIENT)
      .toBe('completed');
  }

  async #restart(): Promise<void> {
    await this.#service.close({ keepData: true });
    await this.#startOn(this.#service.dataDir);
  }

  async #restoreBackup(): Promise<void> {
    const folder = temporaryFolder();
    const [backup, restored] = [path.join(folder, 'backup'), path.join(folder, 'restored')];
    const { url, rootKey } = this.#service;
    await succeeds(['backup', backup, '--url', url, '--key', rootKey, '--json']);
    await this.#service.close();
    await succeeds(['restore', backup, '--data-dir', restored]);
    await this.#startOn(restored);
  }

  async #startOn(dataDir: string): Promise<void> {
    const { rootKey } = this.#service;
    this.#service = await startTestService({ ...SETTINGS, dataDir, rootKey }, this.#form);
    await this.begin(this.#nowMs);
  }
}

async function succeeds(command: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await runCommandHere(command);
  expect(exitCode, stderr).toBe(0);
}
