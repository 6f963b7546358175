import { beforeAll, expect, test } from 'vitest';
import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';

// Names of events are LowCardinality in the engine; what is made of them is of the type that the answer names.

let service: TestProject;
beforeAll(async () => {
  service = await shareService();
  await service.capture(['2026', 'no date'].map((event) => ({ event, distinct_id: 'ann' })));
});

test.each(['parseDateTime', 'to_timestamp'])('%s of a name of an event', async (name) => {
  const text = `select p, toTypeName(p) from (select ${name}(event, '%Y') as p from events group by p) order by p`;
  const body = { query: { kind: 'HogQLQuery', query: text } };
  const { json } = await service.call('POST', 'query', { body });
  const type = "Nullable(DateTime('UTC'))";
  expect(json.types[0]).toEqual(['p', type]);
  expect(json.results).toEqual(
    expect.arrayContaining([
      ['2026-01-01T00:00:00Z', type],
      [null, type],
    ]),
  );
});
