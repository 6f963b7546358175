import type { CaptureWriter } from './capture-writer.ts';
import type { ImportFolder } from './import/import-folder.ts';
import type { PropertyMemory } from './property-memory.ts';
import type { Spool } from './spool.ts';
import type { UnknownTokenBytes } from './unknown-token-bytes.ts';
import type { WriteLock } from './write-lock.ts';
import type { WriterServices } from './writer-services.ts';

/** What the use cases of capture work with. */
export interface CaptureServices extends WriterServices {
  readonly projects: {
    /** The live project that a capture token writes to. */
    byCaptureToken(captureToken: string): Promise<number | undefined>;
  };
  /** The name of this replica in the metadata store. */
  readonly replica: string;
  readonly spool: Spool;
  readonly captureWriter: CaptureWriter;
  readonly propertyMemory: PropertyMemory;
  readonly writeLock: WriteLock;
  readonly importFolder: ImportFolder;
  readonly captureLimits: CaptureLimits;
  readonly unknownTokenBytes: UnknownTokenBytes;
}

interface CaptureLimits {
  /** Largest body after unpacking, bytes. */
  readonly maxBodyBytes: number;
  /** Longest time that `?wait=true` waits for the events to become visible. */
  readonly waitTimeoutMs: number;
}
