import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestProject, type TestService } from '../fixtures/start-service.ts';

// What one project has waiting is what all others wait for. [CAP-6.9]

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function send(project: TestProject, text: string, query = ''): Promise<number> {
  const batch = [{ event: 'view', distinct_id: 'a', properties: { text } }];
  const body = { api_key: project.captureToken, batch };
  return (await service.call('POST', `/batch/${query}`, { key: null, body })).status;
}

test('a project that sends too fast is refused, others are not, and it goes on when its events are written', async () => {
  const quiet = await service.addProject('quiet');
  const large = 'x'.repeat(900_000);
  await service.services.writeLock.hold(1, async () => {
    expect(await send(quiet, 'small')).toBe(200);
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(service, large)));
    expect(answers.filter((status) => status === 200).length).toBe(9);
    expect(answers.filter((status) => status === 503).length).toBe(21);
    expect(await send(quiet, 'small')).toBe(200);
  });
  expect(await send(quiet, 'small', '?wait=true')).toBe(200);
  for (let turn = 0; turn < 20; turn += 1) expect(await send(service, large)).toBe(200);
});
