import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { refuseOldNode } from './src/cli/refuse-old-node.ts';

// Where this ends it, `npm test -- <files>` fetches a newer Node, which is then that of npx.
refuseOldNode();

/**
 * Without the times of an earlier run the largest files begin; the one that takes longest is a few lines and would end
 * alone.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/test/abuse/abuse.test.ts');
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

const TIMED = 'test/abuse/two-tenants.deep.test.ts';

// Three suites, one runner. `fast` needs only the clone and its packages; `data` needs the shared real events;
// `deep` needs servers and long runs and is scaled by SLUICE_TEST_SCALE.
export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the processors of the smallest machine: a test that waits for an engine leaves its own idle.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/fixtures/run-folder.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          // Files share a process: modules are loaded once, and a service and an engine started once (`shareService`).
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'console/src/**/*.test.ts'],
          exclude: ['test/**/*.data.test.ts', 'test/**/*.deep.test.ts'],
          // A log that is written behind its answer, or another process, may wait for a processor.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      { extends: true, test: { name: 'data', include: ['test/**/*.data.test.ts'], testTimeout: 300_000 } },
      {
        extends: true,
        test: {
          name: 'deep',
          include: ['test/**/*.deep.test.ts'],
          exclude: [TIMED],
          testTimeout: 1_800_000,
          // What a page or another process does next may wait for a processor.
          expect: { poll: { timeout: 15_000 } },
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        // What asserts times runs before the other deep tests and beside none of them.
        test: {
          name: 'deep-timed',
          include: [TIMED],
          maxWorkers: 1,
          testTimeout: 1_800_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
