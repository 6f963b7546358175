import { defineConfig } from 'vitest/config';

// Three suites, one runner. `fast` needs only the clone and its packages; `data` needs the shared real events;
// `deep` needs servers and long runs and is scaled by SLUICE_TEST_SCALE.
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: 'test/fixtures/run-folder.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          // Files share a process: modules are loaded once, and a service and an engine started once (`shareService`).
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/**/*.data.test.ts', 'test/**/*.deep.test.ts'],
        },
      },
      { extends: true, test: { name: 'data', include: ['test/**/*.data.test.ts'], testTimeout: 300_000 } },
      { extends: true, test: { name: 'deep', include: ['test/**/*.deep.test.ts'], testTimeout: 1_800_000 } },
    ],
  },
});
