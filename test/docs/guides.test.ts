import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guideSteps, runGuide } from '../fixtures/run-guide.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// Guides are followed: every command works, and answers what stands below it.

const GUIDES = [
  ['getting-started.md', 15],
  ['insights.md', 8],
  ['overrides.md', 5],
  ['cache.md', 5],
  ['keys.md', 6],
  ['multi-tenant-pages.md', 6],
  ['production.md', 3],
] as const;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ testClock: false });
});
afterAll(() => service.close());

describe.each(GUIDES)('docs/%s', (file, least) => {
  const steps = guideSteps(file);

  test('has commands, and every one that asks shows its answer', () => {
    expect(steps.length).toBeGreaterThanOrEqual(least);
    const asking = steps.filter(({ command }) => /^(?:curl|api) /m.test(command));
    expect(asking.filter(({ form }) => form === 'none')).toEqual([]);
  });

  test('its commands work in their order and answer what is shown', async () => {
    const outputs = await runGuide(steps, service);
    for (const [index, { command, form, expected }] of steps.entries()) {
      const output = outputs[index] ?? '';
      if (form === 'json') expect(JSON.parse(output), command).toMatchObject(JSON.parse(expected));
      else expect(output.replaceAll('\r\n', '\n'), command).toBe(expected);
    }
  }, 60_000);
});
