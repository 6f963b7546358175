import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINE_KIND } from '../fixtures/engine-of-tests.ts';
import { startTestService, type TestProject, type TestService } from '../fixtures/start-service.ts';
import { makeKey } from './operation-calls.ts';

// [CON-14.1], [CON-14.2], [CON-14.3].

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

interface Sent {
  readonly event: string;
  readonly distinct_id: string;
  readonly properties?: object;
  readonly timestamp?: string;
}

async function send(project: TestProject, ...batch: readonly Sent[]): Promise<void> {
  const body = { api_key: project.captureToken, batch };
  const answer = await project.call('POST', '/batch', { body, key: null });
  expect(answer.status).toBe(200);
}

const recent = async (project: TestProject, query = '', key?: string) =>
  (await project.call('GET', `events/recent${query}`, key === undefined ? {} : { key })).json;

const names = (answer: { readonly results: readonly { readonly event: string }[] }) =>
  answer.results.map(({ event }) => event);

describe('what came in', () => {
  test('is shown oldest first, with its properties to the last digit, and goes on behind the cursor', async () => {
    const project = await service.addProject('Shown');
    expect(await recent(project)).toMatchObject({
      results: [],
      is_cut: false,
      // Where services share a store, each has a name of its own.
      service: ENGINE_KIND === 'embedded' ? 'local' : expect.stringMatching(/^[\da-f-]{36}$/),
      services: 1,
    });
    await send(project, { event: 'one', distinct_id: 'ada', properties: { a: { b: [1, null] } } });
    const text = `{"api_key":"${project.captureToken}","event":"two","distinct_id":"bob","properties":{"n":12345678901234567890}}`;
    await project.call('POST', '/capture', { body: text, key: null });
    const first = await recent(project);
    expect(names(first)).toEqual(['one', 'two']);
    expect(first.results[0]).toMatchObject({
      distinct_id: 'ada',
      properties: { a: { b: [1, null] } },
      warnings: [],
    });
    const raw = await project.call('GET', 'events/recent');
    expect(raw.text).toContain('"n":12345678901234567890');
    expect(raw.headers['cache-control']).toBe('no-store');
    await send(project, { event: 'three', distinct_id: 'ada' });
    expect(names(await recent(project, `?after=${first.next}`))).toEqual(['three']);
    expect(names(await recent(project, '?distinct_id=ada&event=three'))).toEqual(['three']);
    expect(names(await recent(project, '?distinct_id=bob&event=three'))).toEqual([]);
  });

  test('tells what was odd, and shows no event that was not taken', async () => {
    const project = await service.addProject('Odd');
    await send(
      project,
      { event: 'late', distinct_id: 'ada', timestamp: '2999-01-01T00:00:00Z' },
      { event: '', distinct_id: 'ada' },
      { event: 'well', distinct_id: 'ada' },
    );
    const { results } = await recent(project);
    expect(
      results.map(({ event, warnings }: { event: string; warnings: string[] }) => [event, warnings.length]),
    ).toEqual([
      ['late', 1],
      ['well', 0],
    ]);
  });

  test('of a large body is its end', async () => {
    const project = await service.addProject('Large');
    const { next } = await recent(project);
    const events = Array.from({ length: 3_000 }, (_, number) => ({
      ...{ event: `e${number}`, distinct_id: 'ada', properties: { filler: 'x'.repeat(250) } },
    }));
    await send(project, ...events.slice(0, 2_900));
    await send(project, ...events.slice(2_900));
    const answer = await recent(project, `?after=${next}`);
    expect(answer.results.length).toBe(1_000);
    expect(names(answer).slice(-3)).toEqual(['e2997', 'e2998', 'e2999']);
    expect(names(answer)[0]).toBe('e2000');
    expect(answer.is_cut).toBe(true);
  });

  test('of another project is never shown, and a cursor of another process begins anew', async () => {
    const [mine, other] = [await service.addProject('Mine'), await service.addProject('Other')];
    await send(other, { event: 'secret', distinct_id: 'eve' });
    const { next } = await recent(other);
    expect((await recent(mine)).results).toEqual([]);
    await send(mine, { event: 'mine', distinct_id: 'ada' });
    expect(names(await recent(mine, `?after=${next}`))).not.toContain('secret');
    const foreign = await recent(mine, '?after=ffffffff.7');
    expect([names(foreign), foreign.is_cut]).toEqual([['mine'], true]);
    const bound = await makeKey(service, { scopes: ['query:read'], projects: [mine.projectId] });
    expect((await other.call('GET', 'events/recent', { key: bound.value })).status).toBe(403);
    const writer = await makeKey(service, { scopes: ['event:write'] });
    expect((await mine.call('GET', 'events/recent', { key: writer.value })).status).toBe(403);
  });
});

describe('who is deleted', () => {
  test('is gone at once, from new looks, from cursors and from those who wait', async () => {
    const project = await service.addProject('Deletes');
    await send(project, { event: 'seen', distinct_id: 'ada' });
    const { next } = await recent(project);
    await send(project, { event: 'private', distinct_id: 'ada' });
    expect((await project.call('DELETE', 'persons/ada')).status).toBe(204);
    expect((await recent(project)).results).toEqual([]);
    const behind = await recent(project, `?after=${next}`);
    expect([behind.results, behind.is_cut]).toEqual([[], true]);
    await send(project, { event: 'again', distinct_id: 'ada' });
    expect(names(await recent(project))).toEqual(['again']);
  });

  test('through another service of the store, no answer holds what was kept before', async () => {
    const project = await service.addProject('Elsewhere');
    await send(project, { event: 'seen', distinct_id: 'ada' });
    const { recentEvents } = service.services;
    expect(recentEvents.look(project.projectId, undefined, 0).events).toHaveLength(1);
    expect(recentEvents.look(project.projectId, undefined, 1).events).toEqual([]);
  });

  test('a deletion of events empties it too', async () => {
    const project = await service.addProject('Events go');
    await send(project, { event: 'old', distinct_id: 'ada' });
    expect(names(await recent(project))).toEqual(['old']);
    const { json } = await project.call('POST', 'events/delete', { body: { event: 'old' } });
    await expect
      .poll(async () => (await project.call('GET', `events/delete/${json.id}`)).json.state, {
        timeout: 30_000,
      })
      .toBe('completed');
    expect((await recent(project)).results).toEqual([]);
  });
});

describe('waiting', () => {
  test('ends with the first event that is asked for', async () => {
    const project = await service.addProject('Waits');
    const waiting = recent(project, '?wait=25&event=wanted');
    await send(project, { event: 'other', distinct_id: 'ada' });
    await send(project, { event: 'wanted', distinct_id: 'ada' });
    expect(names(await waiting)).toEqual(['wanted']);
  });

  test('ends after its time with nothing', async () => {
    const project = await service.addProject('Ends');
    expect((await recent(project, '?wait=1')).results).toEqual([]);
  });

  test('is done by ten calls of a key; the next is refused', async () => {
    const project = await service.addProject('Crowd');
    const key = await makeKey(service, { scopes: ['query:read'], projects: [project.projectId] });
    const calls = Array.from({ length: 11 }, () =>
      project.call('GET', 'events/recent?wait=20', { key: key.value }),
    );
    const first = await Promise.race(calls);
    expect(first).toMatchObject({ status: 429, json: { code: 'throttled' } });
    expect(first.headers['retry-after']).toBe('1');
    await expect.poll(() => service.services.recentEvents.waiting).toBe(10);
    await send(project, { event: 'end', distinct_id: 'ada' });
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  });

  test('is answered four times a second, however often a key asks', async () => {
    const project = await service.addProject('Often');
    const began = performance.now();
    for (let asked = 0; asked < 6; asked += 1) await recent(project);
    expect(performance.now() - began).toBeGreaterThan(5 * 250 - 50);
  });

  test('with a key that is revoked meanwhile gets nothing', async () => {
    const project = await service.addProject('Revoked');
    const key = await makeKey(service, { scopes: ['query:read'] });
    const waiting = project.call('GET', 'events/recent?wait=25', { key: key.value });
    await expect
      .poll(() => service.call('DELETE', `/api/personal_api_keys/${key.id}`))
      .toMatchObject({ status: 204 });
    await send(project, { event: 'late', distinct_id: 'ada' });
    expect((await waiting).status).toBe(401);
  });
});

test('all projects together keep a bounded number of bytes', () => {
  const { recentEvents } = service.services;
  const record = new Uint8Array(200 * 1024);
  for (let project = 1_000; project < 1_100; project += 1)
    recentEvents.note(project, [record, record, record, record, record, record]);
  expect(recentEvents.byteLength).toBeLessThanOrEqual(64 * 1024 * 1024);
  expect(recentEvents.byteLength).toBeGreaterThan(60 * 1024 * 1024);
  for (let project = 1_000; project < 1_100; project += 1) recentEvents.forget(project);
});

test('a service that stops does not wait for those who wait', async () => {
  const own = await startTestService();
  const waiting = own.call('GET', 'events/recent?wait=25');
  await expect.poll(() => own.services.recentEvents.waiting).toBe(1);
  const began = performance.now();
  await Promise.all([waiting, own.close()]);
  expect(performance.now() - began).toBeLessThan(15_000);
});
