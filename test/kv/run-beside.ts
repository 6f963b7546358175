import type { Kv } from '../../src/adapters/kv/kv.ts';
import type { Peers } from '../../src/adapters/store/database.ts';
import { sharedParts } from '../../src/app/shared-parts.ts';
import { newRandomUuid } from '../../src/base/ids.ts';
import { readRunBody } from '../../src/schema/run-request.ts';
import { SCOPES } from '../../src/schema/scopes.ts';
import { ResultCache } from '../../src/services/cache/result-cache.ts';
import { SingleFlight } from '../../src/services/cache/single-flight.ts';
import type { StoredResult } from '../../src/services/execution/stored-result.ts';
import type { RunAnswer } from '../../src/services/run/run-answer.ts';
import type { RunCall, RunProgress } from '../../src/services/run/run-call.ts';
import { firstTurn, runEndpoint } from '../../src/services/run/run-endpoint.ts';
import type { TestService } from '../fixtures/start-service.ts';

/** What a run answered, and where the answer came from. */
export interface RunBeside extends RunProgress {
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on what it finds, and fails when it is not there.
  readonly json: any;
}

/** Another service on the store and the engine of a service: its runs, with memory and connections of their own. */
export interface ServiceBeside {
  run(endpoint: string, body?: object): Promise<RunBeside>;
  /** The answer from memory; null when there is none. */
  hit(endpoint: string, body?: object): RunAnswer | null;
}

/**
 * @param kv what it shares with others
 * @param peers by which it hears of forced results of others
 */
export function runBeside({ services }: TestService, kv: Kv, peers: Peers): ServiceBeside {
  const resultCache = new ResultCache<StoredResult>(64 * 1024 * 1024);
  const common = { kv, peers, clock: services.clock };
  const own = { resultCache, flights: new SingleFlight<StoredResult>(), ...sharedParts(common, resultCache) };
  const beside = { ...services, ...own };
  return {
    run: async (endpoint, body = {}) => {
      const call = callOf(endpoint, body);
      const answer = await runEndpoint(beside, call);
      if (answer.kind !== 'bytes') throw new Error('the answer is streamed');
      return { ...call.progress, json: JSON.parse(Buffer.concat(answer.body).toString()) };
    },
    hit: (endpoint, body = {}) => firstTurn(beside, callOf(endpoint, body)),
  };
}

/** A call of the first project by a key that may do everything. */
export function callOf(endpointName: string, body: object): RunCall {
  const bytes = Buffer.from(JSON.stringify(body));
  const controller = new AbortController();
  return {
    principal: {
      keyId: 'key-of-tests',
      label: 'tests',
      scopes: SCOPES,
      projectIds: null,
      endpointIds: null,
      endsAtMs: null,
      session: null,
      token: null,
    },
    projectId: 1,
    endpointName,
    requestId: newRandomUuid(),
    nowMs: Date.now(),
    hasOwnClock: false,
    grant: undefined,
    requestText: bytes.toString(),
    readRequest: () => readRunBody(bytes, {}),
    abortController: () => controller,
    progress: {},
  };
}
