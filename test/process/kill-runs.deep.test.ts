import { afterAll, beforeAll, expect, test } from 'vitest';
import { RandomSource } from '../fixtures/random-source.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';

// The engine's child is killed while runs of every kind are on their way. Each caller gets the whole right answer or a
// clear error, a broken stream never looks complete, and afterwards everything answers as before.

const ROUNDS = Math.max(10, scaled(50));
const CALLERS = 24;
const STREAMED_ROWS = 200_000;

interface Kind {
  readonly endpoint: string;
  readonly format: 'json' | 'csv' | 'ndjson';
}

const KINDS: readonly [Kind, ...Kind[]] = [
  { endpoint: 'count', format: 'json' },
  { endpoint: 'rows', format: 'csv' },
  { endpoint: 'rows', format: 'ndjson' },
  { endpoint: 'snapshot', format: 'json' },
  { endpoint: 'snapshot', format: 'csv' },
];

let service: TestService;
const expected = new Map<Kind, string>();

beforeAll(async () => {
  service = await startTestService({
    maxQueriesPerKey: 8,
    maxQueriesPerProject: 8,
    // Waiting is not what is judged here, and a busy machine makes it long.
    queueTimeoutMs: 60_000,
  });
  const rows = `select number, sipHash64(number) as hash from numbers(${STREAMED_ROWS}) order by number`;
  const hashes = 'select count() as n from numbers(3000000) where sipHash64(toString(number)) != 7';
  await makeEndpoint('count', hashes);
  await makeEndpoint('rows', rows);
  await makeEndpoint('snapshot', rows, { is_materialized: true, sync_frequency: '7day' });
  const built = await service.call('POST', 'endpoints/snapshot/materialize/?wait=true');
  expect(built.status, built.text).toBeLessThan(300);
  for (const kind of KINDS) {
    const outcome = await run(kind);
    if (outcome.kind !== 'answer') throw new Error(`${kind.endpoint} is refused without a kill`);
    expected.set(kind, outcome.text);
  }
}, 60_000);
afterAll(() => service.close());

async function makeEndpoint(name: string, query: string, fields: object = {}): Promise<void> {
  const limits = { max_rows: STREAMED_ROWS };
  const body = { name, query: { kind: 'HogQLQuery', query }, limits, ...fields };
  const made = await service.call('POST', 'endpoints', { body });
  expect(made.status, made.text).toBe(201);
}

type Outcome =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly retryAfter: number }
  | { readonly kind: 'broken' };

/** A run over a real connection. Of JSON answers the rows, since what is said of the run differs. */
async function run({ endpoint, format }: Kind): Promise<Outcome> {
  const refresh = endpoint === 'count' ? '{"refresh":"force_blocking"}' : '{}';
  const answer = await fetch(`${service.url}/api/projects/1/endpoints/${endpoint}/run?format=${format}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.rootKey}`, 'content-type': 'application/json' },
    body: refresh,
  });
  const text = await answer.text().catch(() => undefined);
  if (text === undefined) return { kind: 'broken' };
  if (answer.status === 200)
    return { kind: 'answer', text: format === 'json' ? JSON.stringify(JSON.parse(text).results) : text };
  const retryAfter = Number(answer.headers.get('retry-after'));
  return { kind: 'refused', status: answer.status, code: JSON.parse(text).code, retryAfter };
}

function checkOutcome(kind: Kind, outcome: Outcome): void {
  switch (outcome.kind) {
    case 'answer':
      // Not by `toBe`, which would print megabytes.
      expect(outcome.text === expected.get(kind), `${kind.endpoint} ${kind.format} is whole`).toBe(true);
      return;
    case 'broken':
      expect(kind.format).not.toBe('json');
      return;
    case 'refused':
      expect(outcome).toMatchObject({ status: 503, code: 'engine_unavailable' });
      expect(outcome.retryAfter).toBeGreaterThan(0);
      return;
  }
}

function killChild(): void {
  const processId = service.services.engine.processId();
  if (processId === undefined) throw new Error('the engine has no child');
  process.kill(processId, 'SIGKILL');
}

test(`${ROUNDS} kills among runs of every kind, seed ${seed()}`, async () => {
  const random = new RandomSource(seed());
  const seen = { answer: 0, broken: 0, refused: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const landed = random.below(CALLERS / 2);
    let done = 0;
    const calls = Array.from({ length: CALLERS }, async () => {
      const kind = random.pick(KINDS);
      const outcome = await run(kind);
      done += 1;
      seen[outcome.kind] += 1;
      checkOutcome(kind, outcome);
    });
    const all = Promise.all(calls);
    await expect.poll(() => done, { interval: 1, timeout: 60_000 }).toBeGreaterThanOrEqual(landed);
    killChild();
    await all;
    for (const kind of KINDS)
      await expect.poll(async () => (await run(kind)).kind, { timeout: 30_000 }).toBe('answer');
    expect(service.services.admission).toMatchObject({ running: 0, waiting: 0 });
  }
  expect(seen.answer).toBeGreaterThan(0);
  expect(seen.refused).toBeGreaterThan(0);
}, 1_200_000);
