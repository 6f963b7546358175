import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** The steps in which a block reaches the engine, by the statement of each. */
const STEPS = {
  'what is known is asked': /SELECT toString\(uuid\), groupUniqArray\(source\)/,
  'events are inserted': /INSERT INTO app\.events\b/,
  'persons are inserted': /INSERT INTO app\.persons\b/,
  'distinct ids are inserted': /INSERT INTO app\.person_distinct_ids\b/,
  'ids are inserted': /INSERT INTO app\.event_ids\b/,
};

/** When a service is cut off: before its statement goes out, while it runs, or when its answer is not yet there. */
const TIMES = ['before', 'during', 'after'] as const;

/** A moment in the work of a service. */
export interface Moment {
  readonly time: (typeof TIMES)[number];
  /** What is asked of the engine then. */
  readonly statement: RegExp;
}

/** Every moment at which a writer can be cut off between its statements, or in one, with its name. */
export const WRITE_MOMENTS: readonly (Moment & { readonly name: string })[] = Object.entries(STEPS).flatMap(
  ([step, statement]) => TIMES.map((time) => ({ name: `${time} ${step}`, time, statement })),
);

/** Whether the service is gone after it was cut off, or its statement goes on. */
type CutOff = 'gone' | 'goes on';

interface Trap extends Moment {
  readonly spring: () => Promise<CutOff>;
}

/**
 * Stands between one service and the engine, hands everything on as it is, and can cut the service off at a moment of
 * writing a block. A connection that one side ends is ended on the other.
 */
export class EngineGate {
  readonly #enginePort: number;
  readonly #server: Server;
  #trap: Trap | null = null;

  private constructor(enginePort: number) {
    this.#enginePort = enginePort;
    this.#server = createServer((asked, answer) => {
      this.#handOn(asked, answer).catch(() => answer.destroy());
    });
    // Services let go of idle connections first, as they do with an engine.
    this.#server.keepAliveTimeout = 60_000;
  }

  static async open(enginePort: number): Promise<EngineGate> {
    const gate = new EngineGate(enginePort);
    await once(gate.#server.listen(0, '127.0.0.1'), 'listening');
    return gate;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
    return address.port;
  }

  /** Calls `cut` when the service next comes to that moment, and hands nothing on until it resolves. */
  async cutAt(moment: Moment, cut: () => Promise<CutOff>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<CutOff>();
    this.#trap = {
      ...moment,
      spring: () => {
        cut().then(resolve, reject);
        return promise;
      },
    };
    await promise;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  }

  async #handOn(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    const trap = this.#trapFor(asked, body);
    if (trap?.time === 'before' && (await trap.spring()) === 'gone') return;
    const sent = this.#send(asked, body);
    answer.once('close', () => void sent.destroy());
    const answering = once(sent, 'response');
    // Whoever waits for it is told, where somebody does.
    answering.catch(() => undefined);
    if (trap?.time === 'during' && (await trap.spring()) === 'gone') return;
    const [answered] = (await answering) as [IncomingMessage];
    const held = trap?.time === 'after' ? await buffer(answered) : null;
    if (held !== null && (await trap?.spring()) === 'gone') return;
    answer.writeHead(answered.statusCode ?? 502, ownHeaders(answered));
    if (held === null) await pipeline(answered, answer);
    else answer.end(held);
  }

  #trapFor({ url = '' }: IncomingMessage, body: Buffer): Trap | null {
    const trap = this.#trap;
    if (trap === null) return null;
    const statement =
      new URL(url, 'http://engine').searchParams.get('query') ?? body.toString('latin1', 0, 10_000);
    if (!trap.statement.test(statement)) return null;
    this.#trap = null;
    return trap;
  }

  #send({ method, url, headers }: IncomingMessage, body: Buffer): ReturnType<typeof request> {
    const target = { host: '127.0.0.1', port: this.#enginePort, method, path: url, agent: false };
    const sent = request({ ...target, headers: { ...headers, connection: 'close' } });
    sent.end(body);
    return sent;
  }
}

/** Without those that are about the connection. */
function ownHeaders({ headers }: IncomingMessage): NodeJS.Dict<string | string[]> {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...own } = headers;
  return own;
}
