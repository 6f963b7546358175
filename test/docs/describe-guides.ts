import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guideSteps, runGuide } from '../fixtures/run-guide.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

/** A file of `docs/`, and how many commands it has at least. */
type Guide = readonly [file: string, least: number];

/** Guides are followed: every command works, and answers what stands below it. */
export function describeGuides(guides: readonly Guide[]): void {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ testClock: false });
  });
  afterAll(() => service.close());

  describe.each(guides)('docs/%s', (file, least) => {
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
}
