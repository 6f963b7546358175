import type { Engine } from '../adapters/engine/engine.ts';
import type { Database } from '../adapters/store/database.ts';
import type { Clock } from '../base/clock.ts';
import type { Observe } from '../base/observation.ts';

export interface OpenedEngine {
  readonly engine: Engine;
  /**
   * Resolves when the engine may be used and has the tables of this build. An engine that cannot be reached is waited
   * for, until `stopping` is aborted.
   * @throws StartupError when it must not be used, or the wait was ended
   */
  prepare(stopping: AbortSignal): Promise<void>;
}

export interface EngineParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly observe: Observe;
}

/** Of an engine that services share. */
export interface SharedEngineParts extends EngineParts {
  /** The name of this service among those on the store. */
  readonly replica: string;
}
