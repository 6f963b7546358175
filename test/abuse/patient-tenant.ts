// A tenant who behaves, in a process of its own: asks for each of its four things one after the other, so often as it
// is told, and says how long each took. Beside each it asks a server that does nothing.

/** What to ask for, and how often. */
export interface PatientErrand {
  readonly samples: number;
  readonly url: string;
  readonly controlUrl: string;
  readonly projectId: number;
  readonly key: string;
  readonly captureToken: string;
}

export type Wish = 'cached' | 'small' | 'capture' | 'import';

export interface PatientExperience {
  readonly milliseconds: Readonly<Record<Wish | 'control', readonly number[]>>;
  /** What was not answered with 200. */
  readonly failures: readonly string[];
}

/** Between two of one kind: a tenant who asks as fast as he can is none who behaves. */
const PAUSE_MS: Readonly<Record<Wish, number>> = { cached: 50, small: 50, capture: 50, import: 50 };

async function live(errand: PatientErrand): Promise<PatientExperience> {
  const failures: string[] = [];
  const milliseconds = { cached: [], small: [], capture: [], import: [], control: [] } as Record<
    Wish | 'control',
    number[]
  >;
  const wish = async (kind: Wish, ask: (turn: number) => Promise<Response>): Promise<void> => {
    for (let turn = 0; turn < errand.samples; turn += 1) {
      const [answer] = await Promise.all([
        timed(milliseconds[kind], () => ask(turn)),
        timed(milliseconds.control, () => fetch(errand.controlUrl)),
      ]);
      if (answer.status !== 200) failures.push(`${kind}: ${answer.status} ${answer.text.slice(0, 300)}`);
      await new Promise((resume) => setTimeout(resume, PAUSE_MS[kind]));
    }
  };
  await Promise.all([
    wish('cached', () => post(errand, 'endpoints/counts/run', '{}')),
    wish('small', (turn) => post(errand, 'query/', smallQuery(turn))),
    wish('capture', (turn) => capture(errand, turn)),
    wish('import', (turn) => post(errand, 'imports/?format=jsonl&wait=true', lineOf(turn), 'octet-stream')),
  ]);
  return { milliseconds, failures };
}

const smallQuery = (turn: number): string =>
  JSON.stringify({ query: { kind: 'HogQLQuery', query: `select ${turn} as n, count() from numbers(10)` } });

const lineOf = (turn: number): string =>
  `${JSON.stringify({ event: `imported ${turn}`, distinct_id: 'p', timestamp: '2025-01-01T00:00:00Z' })}\n`;

function post({ url, projectId, key }: PatientErrand, path: string, body: string, type = 'json') {
  return fetch(`${url}/api/projects/${projectId}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': `application/${type}` },
    body,
  });
}

function capture({ url, captureToken }: PatientErrand, turn: number): Promise<Response> {
  const batch = [{ event: 'captured', distinct_id: `p${turn}` }];
  return fetch(`${url}/batch/?wait=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: captureToken, batch }),
  });
}

async function timed(
  into: number[],
  ask: () => Promise<Response>,
): Promise<{ status: number; text: string }> {
  const startedMs = performance.now();
  const answer = await ask();
  const text = await answer.text();
  into.push(performance.now() - startedMs);
  return { status: answer.status, text };
}

process.on('message', async (errand: PatientErrand) => process.send?.(await live(errand)));
process.once('disconnect', () => process.exit(0));
