import { ClickHouseEngine } from '../clickhouse-engine.ts';
import { makeTables } from '../ddl/make-tables.ts';
import { ChildSupervisor, type SupervisorOptions } from './child-supervisor.ts';
import { dropFrozen } from './freeze-engine.ts';

export type EmbeddedEngineOptions = SupervisorOptions;

/** The embedded engine: a child process, started again after its end. Meanwhile calls fail: engine_unavailable. */
export class EmbeddedEngine extends ClickHouseEngine {
  readonly #supervisor: ChildSupervisor;

  constructor(supervisor: ChildSupervisor) {
    super({ connection: () => supervisor.child?.connection });
    this.#supervisor = supervisor;
  }

  override processId(): number | undefined {
    return this.#supervisor.child?.processId;
  }

  override isAnswering(): boolean {
    return this.#supervisor.isAnswering;
  }

  override isSilent(): boolean {
    return this.#supervisor.isSilent;
  }

  override async close(): Promise<void> {
    await this.#supervisor.close();
  }
}

/**
 * Starts the embedded engine with the tables of this build.
 * @throws StartupError when another process uses the folder, or the engine does not start
 */
export async function startEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const supervisor = await ChildSupervisor.start(options);
  await dropFrozen(options.folder);
  const engine = new EmbeddedEngine(supervisor);
  try {
    await makeTables(engine);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
