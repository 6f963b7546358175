import { describeSharedRuns } from './describe-shared-runs.ts';
import { MemoryKv } from './memory-kv.ts';

describeSharedRuns('in one process', async () => {
  const memory = new MemoryKv();
  return {
    connect: async () => memory.connect(),
    calls: async () => memory.calls,
    copy: async () => {
      const kept = memory.copy();
      return async () => memory.restore(kept);
    },
    flush: async () => memory.restore(new Map()),
    setReachable: async (isReachable) => {
      memory.isReachable = isReachable;
    },
    close: async () => undefined,
  };
});
