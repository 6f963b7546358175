import { expect, onTestFinished, test } from 'vitest';
import { setPropertyType } from '../../src/adapters/store/definition-store.ts';
import type { Observation } from '../../src/base/observation.ts';
import { wait } from '../../src/base/wait.ts';
import { wantedStructures } from '../../src/query/plan.ts';
import { EndpointJudge } from '../../src/services/judge/endpoint-judge.ts';
import { judgeEndpoints } from '../../src/services/judge/judge-endpoints.ts';
import { saveVerdicts } from '../../src/services/judge/save-verdicts.ts';
import { verdictWarning } from '../../src/services/judge/verdict-warning.ts';
import { NOW } from '../store/add-project.ts';
import { openEndpoints, sql } from './endpoint-fixture.ts';

const size = { type: 'event', name: 'size', propertyType: 'Numeric' } as const;

test('only endpoints that read what has changed are compiled again, one in each turn of the loop', async () => {
  const { services, create } = await openEndpoints();
  const { database, catalog } = services;
  for (let n = 0; n < 150; n += 1)
    await create({ name: `e${n}`, query: sql(`select properties.${n < 50 ? 'size' : 'plan'} from events`) });
  const present = await catalog.context(1);
  expect(await judgeEndpoints(services, present)).toEqual([]);
  await database.transaction((transaction) => setPropertyType(transaction, 1, size, NOW));
  const project = await catalog.context(1);
  let turns = 0;
  let timer = setImmediate(function count() {
    turns += 1;
    timer = setImmediate(count);
  });
  const verdicts = await judgeEndpoints(services, project);
  clearImmediate(timer);
  expect(verdicts).toHaveLength(50);
  expect(turns).toBeGreaterThanOrEqual(50);
  // Nothing was written; against the state of before the same are concerned.
  expect(await judgeEndpoints(services, project, { present })).toHaveLength(50);
  expect(await judgeEndpoints(services, project, { present: project })).toEqual([]);
});

test('what an earlier release has not kept is found without a word', async () => {
  const { services, create } = await openEndpoints();
  const { database, catalog } = services;
  await create({ name: 'e', query: sql('select properties.plan from events') });
  const judged = () =>
    database.query.selectFrom('endpointJudgements').select('reads').executeTakeFirstOrThrow();
  const { reads } = await judged();
  expect(wantedStructures(String(reads))?.columns).toEqual(['plan']);
  const { structures: _, ...earlier } = JSON.parse(String(reads));
  await database.query
    .updateTable('endpointJudgements')
    .set({ reads: JSON.stringify(earlier) })
    .execute();
  const verdicts = await judgeEndpoints(services, await catalog.context(1));
  expect(verdicts.map(verdictWarning)).toEqual([null]);
  await saveVerdicts(services, 1, verdicts);
  expect(await judged()).toEqual({ reads });
});

test('the start says how many stored endpoints are refused', async () => {
  const { services, create } = await openEndpoints();
  const { database } = services;
  for (const name of ['a', 'b', 'c']) await create({ name, query: sql('select 1 as one') });
  // As an earlier release has stored two of them.
  await database.query.deleteFrom('endpointJudgements').execute();
  await database.query
    .updateTable('endpointVersions')
    .set({ query: { kind: 'HogQLQuery', query: 'select gone(1) as one' } })
    .where('endpointId', 'in', (eb) => eb.selectFrom('endpoints').select('id').where('name', '!=', 'c'))
    .execute();
  const told: Observation[] = [];
  const observe = (observation: Observation) => void told.push(observation);
  const judge = new EndpointJudge({ ...services, observe, wait }, { pollMs: 10 });
  onTestFinished(() => judge.stop());
  judge.start();
  await expect
    .poll(() => told, { timeout: 30_000 })
    .toEqual([
      {
        kind: 'warning',
        about: 'endpoints',
        detail: '2 stored endpoints are refused when they run; each says why in its warnings.',
      },
    ]);
});
