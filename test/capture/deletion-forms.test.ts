import { describe, expect, onTestFinished, test } from 'vitest';
import { makeTables } from '../../src/adapters/engine/ddl/make-tables.ts';
import {
  deleteListedMonth,
  eventListOf,
  forgetListedEvents,
} from '../../src/adapters/engine/statements/listed-events.ts';
import { newUuid } from '../../src/base/ids.ts';
import { deletePerson } from '../../src/services/capture/deletion/delete-person.ts';
import { listEvents } from '../../src/services/capture/deletion/list-events.ts';
import { ENGINE_FORMS, type StartedEngine } from '../fixtures/engine-forms.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { rowsOf } from '../fixtures/engine-rows-of.ts';
import { engineAt, startEngineProcess } from '../fixtures/start-engine-process.ts';
import { type CaptureFixture, startCapture } from './capture-fixture.ts';
import { deletionServices } from './deletion-fixture.ts';

// Deletions end in every form of the engine, also where both shards of a Distributed table are one process. [CAP-9.1],
// [CAP-9.3], [ENG-14.7].

const FORMS = [...ENGINE_FORMS, { form: 'a process of two shards', start: startShardedProcess }];

async function startShardedProcess(): Promise<StartedEngine> {
  const started = await startEngineProcess({ args: ['--shards', '2'] });
  const engine = engineAt(started.url);
  await makeTables(engine);
  const close = async () => {
    await engine.close();
    await started.stop();
  };
  return { engine, close };
}

async function openCapture(start: () => Promise<StartedEngine>): Promise<CaptureFixture> {
  const capture = await startCapture(undefined, undefined, start);
  onTestFinished(() => capture.close());
  await capture.services.engine.ensureProject(capture.project.id);
  return capture;
}

const eventOf = (distinctId: string) => ({
  uuid: newUuid(),
  event: 'goes',
  distinct_id: distinctId,
  timestamp: '2024-05-01T00:00:00Z',
});

/** The distinct ids of the events, in order. */
async function idsOf({ services, project }: CaptureFixture): Promise<readonly unknown[]> {
  const query = queryOf('SELECT distinct_id FROM app.events ORDER BY distinct_id', { projectId: project.id });
  return rowsOf(await services.engine.query(query)).flat();
}

describe.each(FORMS)('$form', ({ start }) => {
  test('a deleted person goes with its events, which come back when they are sent again', async () => {
    const capture = await openCapture(start);
    const batch = ['a', 'a', 'b'].map(eventOf);
    await capture.send({ api_key: 'slc_test', batch });
    expect(await idsOf(capture)).toEqual(['a', 'a', 'b']);
    const caller = { projectId: capture.project.id, author: { keyId: 'k', label: 'test' } };
    await deletePerson(capture.services, caller, 'a');
    expect(await idsOf(capture)).toEqual(['b']);
    await capture.send({ api_key: 'slc_test', batch });
    expect(await idsOf(capture)).toEqual(['a', 'a', 'b']);
  });

  test('an event that came back between two attempts of a deletion is not forgotten', async () => {
    const capture = await openCapture(start);
    const { id: projectId } = capture.project;
    const event = eventOf('a');
    const send = () => capture.send({ api_key: 'slc_test', batch: [event] });
    await send();
    const services = deletionServices(capture);
    const { engine } = services;
    const list = eventListOf({ id: newUuid(), projectId });
    const source = { kind: 'bounds', bounds: { event: 'goes' } } as const;
    const { signal } = new AbortController();
    await listEvents(services, list, { source, nowMs: services.clock.nowMs(), signal, reader: engine });
    await deleteListedMonth(engine, list, 202405);
    await forgetListedEvents(engine, list);
    await send();
    await forgetListedEvents(engine, list);
    await send();
    expect(await idsOf(capture)).toEqual(['a']);
  });
});
