import type { SeededRandom } from '../../src/services/demo/random.ts';
import { type CaptureProcess, newBatch, send } from './capture-process.ts';

/** What changes the events of a service, or whose they are. */
export type Change = 'events' | 'merge' | 'deletion of a person' | 'deletion of events';

/** Changes, those that are to come more often several times. */
const CHANGES: readonly Change[] = [
  'events',
  'events',
  'events',
  'events',
  'merge',
  'merge',
  'deletion of a person',
  'deletion of events',
];

/** Answers that a change may have: also that a person is nobody, and that the engine is away. */
const ANSWERS: ReadonlySet<number> = new Set([200, 201, 202, 204, 404, 503]);

/**
 * Makes one change after the other until the service is dead, and counts those that it has made.
 * @returns what was answered that no change may be
 */
export async function changeUntilDead(
  service: CaptureProcess,
  random: SeededRandom,
  answered: Map<Change, number>,
): Promise<readonly string[]> {
  const unexpected: string[] = [];
  for (;;) {
    const missing = CHANGES.filter((each) => !answered.has(each));
    const change = random.pick(missing.length > 0 && random.chance(0.5) ? missing : CHANGES);
    const status = await MAKE[change](service, random);
    if (status === 'dead') return unexpected;
    if (!ANSWERS.has(status)) unexpected.push(`${change}: ${status}`);
    if (status < 300) answered.set(change, (answered.get(change) ?? 0) + 1);
  }
}

type Make = (service: CaptureProcess, random: SeededRandom) => Promise<number | 'dead'>;

const MAKE: Readonly<Record<Change, Make>> = {
  events: (service, random) => send(service, newBatch(random, service.captureToken), true),
  merge: (service, random) => {
    const properties = { alias: user(random) };
    const merge = { event: '$merge_dangerously', distinct_id: user(random), properties };
    const body = JSON.stringify({ api_key: service.captureToken, batch: [merge] });
    return send(service, { uuids: [], body: Buffer.from(body) }, true);
  },
  'deletion of a person': (service, random) => call(service, 'DELETE', `persons/${user(random)}`),
  'deletion of events': (service, random) => {
    const value = Array.from({ length: 200 }, () => String(random.between(1, 1_000)));
    const properties = [{ type: 'event', key: 'n', operator: 'exact', value }];
    return call(service, 'POST', 'events/delete/', { event: 'tick', properties, wait: random.chance(0.5) });
  },
};

function user(random: SeededRandom): string {
  return `user-${random.between(1, 30)}`;
}

async function call(
  service: CaptureProcess,
  method: string,
  target: string,
  body?: object,
): Promise<number | 'dead'> {
  try {
    const answer = await fetch(`${service.url}/api/projects/1/${target}`, {
      method,
      headers: { authorization: `Bearer ${service.rootKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 'dead';
  }
}
