import { beforeAll, describe, expect, test } from 'vitest';
import type { TestAnswer, TestProject } from '../fixtures/start-service.ts';

const CHANGES = 200;

const answering = (answer: number) => ({ query: { kind: 'HogQLQuery', query: `select ${answer}` } });

/** What holds when many change one endpoint at once, over HTTP, whatever the store. */
export function describeWriters(name: string, start: () => TestProject): void {
  describe(`${CHANGES} changes of one endpoint at once on ${name}`, () => {
    let service: TestProject;
    beforeAll(() => {
      service = start();
    });

    const create = async (endpoint: string) =>
      (await service.call('POST', 'endpoints', { body: { name: endpoint, ...answering(0) } })).status;
    const numbers = Array.from({ length: CHANGES }, (_, index) => index + 1);

    async function versionsOf(endpoint: string) {
      const { json } = await service.call('GET', `endpoints/${endpoint}/versions?limit=1000`);
      return json.results.map((row: { version: number; query: { query: string } }) => [
        row.version,
        row.query.query,
      ]);
    }

    test('without condition every one is made, each as a version of its own', async () => {
      expect(await create('busy')).toBe(201);
      const answers = await Promise.all(
        numbers.map((number) => service.call('PATCH', 'endpoints/busy', { body: answering(number) })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const given = answers.map(({ json }) => [json.current_version, json.query.query]);
      const stored = await versionsOf('busy');
      expect(stored.map(([version]: [number]) => version)).toEqual(
        numbers.map((n) => CHANGES + 2 - n).concat(1),
      );
      // Each caller was told the number under which its query stands.
      for (const answer of given) expect(stored).toContainEqual(answer);
      expect(new Set(stored.map(([, text]: [number, string]) => text)).size).toBe(CHANGES + 1);
      const after = await service.call('GET', 'endpoints/busy');
      expect(after.json).toMatchObject({ revision: CHANGES + 1, current_version: CHANGES + 1 });
    });

    test('on condition of one revision exactly one is made', async () => {
      await create('contested');
      const headers = { 'if-match': '"1"' };
      const answers = await Promise.all(
        numbers.map((number) =>
          service.call('PATCH', 'endpoints/contested', { body: answering(number), headers }),
        ),
      );
      const made = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(
        ({ status, json }) => status === 412 && json.code === 'precondition_failed',
      );
      expect([made.length, refused.length]).toEqual([1, CHANGES - 1]);
      expect(await versionsOf('contested')).toEqual([
        [2, made[0]?.json.query.query],
        [1, 'select 0'],
      ]);
    });

    test('writers that read, change and try again lose nothing of each other', async () => {
      await create('shared');
      const add = async (tag: string): Promise<void> => {
        for (;;) {
          const read = await service.call('GET', 'endpoints/shared');
          const headers = { 'if-match': String(read.headers.etag) };
          const body = { tags: [...read.json.tags, tag] };
          const answer: TestAnswer = await service.call('PATCH', 'endpoints/shared', { body, headers });
          if (answer.status === 200) return;
          expect(answer.status).toBe(412);
        }
      };
      const tags = Array.from({ length: 20 }, (_, index) => `t${index}`);
      await Promise.all(tags.map(add));
      expect((await service.call('GET', 'endpoints/shared')).json.tags.toSorted()).toEqual(tags.toSorted());
    });
  });
}
