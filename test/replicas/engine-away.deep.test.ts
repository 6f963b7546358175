import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ServiceProcess } from '../fixtures/start-process.ts';
import type { Moment } from './engine-gate.ts';
import { answerOf } from './load.ts';
import { answered, type DeployedProject, newEvents, newProject, send } from './sent-events.ts';
import { type Deployment, startDeployment } from './start-deployment.ts';

// A service waits for an engine that is away at its start, whatever an earlier process has left to be done there.
// [ENG-15.6], [CAP-6.2].

let deployment: Deployment;
let project: DeployedProject;
beforeAll(async () => {
  deployment = await startDeployment(1);
  project = await newProject(service(), 'away');
}, 300_000);
afterAll(() => deployment?.close());

/** The one that runs now. */
function service(): ServiceProcess {
  const [one] = deployment.services;
  if (one === undefined) throw new Error('there is no service');
  return one;
}

/** Longer than it takes to begin what is left. */
const AWAY_MS = 5_000;
/** The lease of the killed process has to end. */
const PATIENCE = { timeout: 240_000, interval: 500 };

async function bring(name: string): Promise<void> {
  const events = newEvents(project, 5).map((event) => ({ ...event, event: name, distinct_id: name }));
  expect(await send(service(), project, events, '?wait=true')).toBe(true);
}

const countOf = async (name: string) => {
  const query = `select count() from events where event = '${name}'`;
  return (await answered(service(), project.id, query))[0]?.[0];
};

test.each<readonly [string, Moment, () => Promise<unknown>]>([
  [
    'deletion of a person',
    { time: 'before', statement: /ALTER TABLE app\.events\b[^(]* DELETE/ },
    () => answerOf(service(), 'DELETE', `/api/projects/${project.id}/persons/gone-0`),
  ],
  [
    'deletion of events',
    { time: 'before', statement: /CREATE TABLE app\.deletion_/ },
    () => answerOf(service(), 'POST', `/api/projects/${project.id}/events/delete`, { event: 'gone-1' }),
  ],
])(
  'a service with a left %s starts when its engine comes',
  { timeout: 600_000 },
  async (what, moment, ask) => {
    const name = what.endsWith('person') ? 'gone-0' : 'gone-1';
    await bring(name);
    const killed = deployment.gates[0]?.cutAt(moment, async () => {
      await deployment.kill(0);
      return 'gone';
    });
    await Promise.all([killed, ask()]);
    await deployment.endEngine();
    const revived = deployment.revive(0);
    expect(await Promise.race([revived.then(() => 'ready'), delay(AWAY_MS, 'waits')])).toBe('waits');
    await deployment.startEngine();
    await revived;
    await vi.waitFor(async () => expect(await countOf(name)).toBe(0), PATIENCE);
  },
);

test('an engine that goes in the middle of a start is waited for', { timeout: 600_000 }, async () => {
  await bring('kept');
  await deployment.kill(0);
  const gone = deployment.gates[0]?.cutAt(
    { time: 'before', statement: /FROM system\.databases/ },
    async () => {
      await deployment.endEngine();
      return 'goes on';
    },
  );
  const revived = deployment.revive(0);
  expect(await Promise.race([revived.then(() => 'ready'), gone])).toBeUndefined();
  await deployment.startEngine();
  await revived;
  await vi.waitFor(async () => expect(await countOf('kept')).toBe(5), PATIENCE);
});
