import type { Engine } from '../../adapters/engine/engine.ts';
import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { Observe } from '../../base/observation.ts';
import type { CaptureWriter } from './capture-writer.ts';
import type { PropertyMemory } from './property-memory.ts';
import type { Spool } from './spool.ts';
import type { WriteLock } from './write-lock.ts';

/** What writing into the engine works with. */
export interface WriterServices {
  readonly engine: Engine;
  readonly database: Database;
  readonly clock: Clock;
  readonly observe: Observe;
}

/** What the use cases of capture work with. */
export interface CaptureServices extends WriterServices {
  readonly projects: {
    /** The live project that a capture token writes to. */
    byCaptureToken(captureToken: string): Promise<number | undefined>;
  };
  readonly spool: Spool;
  readonly captureWriter: CaptureWriter;
  readonly propertyMemory: PropertyMemory;
  readonly writeLock: WriteLock;
  readonly captureLimits: CaptureLimits;
}

export interface CaptureLimits {
  /** Largest body after unpacking, bytes. */
  readonly maxBodyBytes: number;
  /** Longest time that `?wait=true` waits for the events to become visible. */
  readonly waitTimeoutMs: number;
}
