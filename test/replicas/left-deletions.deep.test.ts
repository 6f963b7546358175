import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ServiceProcess } from '../fixtures/start-process.ts';
import { answerOf } from './load.ts';
import { answered, type DeployedProject, newEvents, newProject, send } from './sent-events.ts';
import { type Deployment, startDeployment } from './start-deployment.ts';

// A service is killed in a deletion of events and does not come back; another one on its engine process finishes it.
// [CAP-10.8].

let deployment: Deployment;
let project: DeployedProject;
beforeAll(async () => {
  deployment = await startDeployment(2);
  project = await newProject(service(0), 'left');
}, 300_000);
afterAll(() => deployment?.close());

function service(place: number): ServiceProcess {
  const one = deployment.services[place];
  if (one === undefined) throw new Error('there is no such service');
  return one;
}

/** The lease of the killed process has to end. */
const PATIENCE = { timeout: 240_000, interval: 500 };

test('a deletion whose service is gone is finished by another one', { timeout: 600_000 }, async () => {
  const named = (event: string) => newEvents(project, 5).map((each) => ({ ...each, event }));
  expect(await send(service(0), project, [...named('goes'), ...named('stays')], '?wait=true')).toBe(true);
  const killed = deployment.gates[0]?.cutAt(
    { time: 'before', statement: /ALTER TABLE app\.events DELETE/ },
    async () => {
      await deployment.kill(0);
      return 'gone';
    },
  );
  const path = `/api/projects/${project.id}/events/delete`;
  await Promise.all([killed, answerOf(service(0), 'POST', path, { event: 'goes' })]);
  const listIsDropped = deployment.gates[1]?.cutAt(
    { time: 'after', statement: /DROP TABLE IF EXISTS app\.deletion_/ },
    async () => 'goes on',
  );
  const list = async () => (await service(1).call('GET', path)).json.results;
  await vi.waitFor(
    async () => expect(await list()).toMatchObject([{ state: 'completed', events: 5, deleted: 5 }]),
    PATIENCE,
  );
  await listIsDropped;
  const query = 'select event, count() from events group by event';
  expect(await answered(service(1), project.id, query)).toEqual([['stays', 5]]);
});
