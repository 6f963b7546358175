import { EngineAdmission } from '../../src/services/admission/engine-admission.ts';
import { Lanes } from '../../src/services/admission/lanes.ts';
import type { DeletionServices } from '../../src/services/capture/deletion/deletion-services.ts';
import { Compiling } from '../../src/services/catalog/compiling.ts';
import { RateLimiter } from '../../src/services/limits/rate.ts';
import type { CaptureFixture } from './capture-fixture.ts';

/** What deletions of events work with, on the engine and the store of a capture. */
export function deletionServices({ services }: CaptureFixture): DeletionServices {
  const shares = { all: 8, ofGroup: 8, ofMember: 8 };
  const lanes = new Lanes({ reads: shares, streams: 1, builds: 1, waiting: 8 });
  const rate = new RateLimiter([], services.clock);
  return {
    ...services,
    catalog: services.catalog as DeletionServices['catalog'],
    compiling: new Compiling(services.workers, rate),
    admission: new EngineAdmission({ engine: services.engine, rate, lanes, queueTimeoutMs: 60_000 }),
    runLimits: { executionTimeoutMs: 60_000, memoryBytes: 1024 ** 3 },
    deletionLane: lanes.deletion,
  };
}
