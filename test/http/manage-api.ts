import { join } from 'node:path';
import { fastify } from 'fastify';
import { onTestFinished } from 'vitest';
import { openSqliteDatabase } from '../../src/adapters/store/sqlite-database.ts';
import { firstStart } from '../../src/app/first-start.ts';
import { openWorkers } from '../../src/app/open-workers.ts';
import { SettableClock } from '../../src/base/clock.ts';
import { LoopSlices } from '../../src/base/loop-slices.ts';
import type { Observation } from '../../src/base/observation.ts';
import { parseJson } from '../../src/base/parse-json.ts';
import { registerCallers } from '../../src/http/callers.ts';
import { registerAccess } from '../../src/http/plugins/access.ts';
import { registerErrorAnswers } from '../../src/http/plugins/error-answers.ts';
import { registerJsonBody } from '../../src/http/plugins/json-body.ts';
import { registerActionRoutes } from '../../src/http/routes/action-routes.ts';
import { registerConsoleSessionRoutes } from '../../src/http/routes/console-session-routes.ts';
import { registerDefinitionRoutes } from '../../src/http/routes/definition-routes.ts';
import { registerEndpointRoutes } from '../../src/http/routes/endpoint-routes.ts';
import { registerKeyRoutes } from '../../src/http/routes/key-routes.ts';
import { registerMaterializationRoutes } from '../../src/http/routes/materialization-routes.ts';
import { registerProjectRoutes } from '../../src/http/routes/project-routes.ts';
import { KeyUses } from '../../src/services/access/key-uses.ts';
import { SessionUses } from '../../src/services/access/session-uses.ts';
import { VerifiedTokens } from '../../src/services/access/tokens/verified-tokens.ts';
import { Catalog } from '../../src/services/catalog/catalog.ts';
import { Compiling } from '../../src/services/catalog/compiling.ts';
import { RateLimiter } from '../../src/services/limits/rate.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { NOW } from '../store/add-project.ts';

/** The members of bodies that tests read one by one; an answer has those of its route. */
interface Body {
  readonly id: string;
  readonly value: string;
  readonly token: string;
  readonly code: string;
  readonly url: string;
  readonly api_token: string;
  readonly count: number;
  readonly next: string;
  readonly previous: string;
  readonly results: readonly unknown[];
  readonly warnings: readonly { readonly code: string; readonly detail: string }[];
  readonly variables: Readonly<Record<string, { readonly default?: unknown }>>;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body;
}

type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

const NO_LOOKUP = { state: 'none', percent: 0, reason: 'There is no engine.' } as const;

/** The management routes on a fresh store after its first start. `as(key)` gives calls with that key. */
export async function openManageApi() {
  const database = await openSqliteDatabase(':memory:');
  onTestFinished(() => database.close());
  const observations: Observation[] = [];
  const clock = new SettableClock(NOW);
  const observe = (observation: Observation) => void observations.push(observation);
  const catalog = new Catalog(database);
  const workers = openWorkers({});
  const services = {
    database,
    clock,
    observe,
    engine: { ensureProject: async () => {} },
    scheduler: { wake: () => {} },
    // No thread starts before it has work.
    workers,
    compiling: new Compiling(workers, new RateLimiter([], clock)),
    lookupChooser: { describe: async () => NO_LOOKUP, wake: () => {} },
    catalog,
    keyUses: new KeyUses(database, observe),
    sessionUses: new SessionUses(database, observe),
    tokens: new VerifiedTokens(),
    projectPurger: { start: () => {} },
    promoter: { current: { events: new Map([['plan', 'property_1']]), revision: '1' }, wake: () => {} },
    refusalRate: new RateLimiter([], clock),
  };
  const credentials = await firstStart(services, {
    url: 'http://127.0.0.1',
    credentialsFile: join(temporaryFolder(), 'initial-credentials.json'),
  });
  if (credentials === null) throw new Error('the store was not empty');
  const server = fastify();
  registerCallers(server, { trustedProxies: [] });
  registerErrorAnswers(server, services);
  registerAccess(server, services);
  registerJsonBody(server, new LoopSlices());
  registerEndpointRoutes(server, services);
  registerMaterializationRoutes(server, services);
  registerActionRoutes(server, services);
  registerProjectRoutes(server, services);
  registerDefinitionRoutes(server, services);
  registerKeyRoutes(server, services);
  registerConsoleSessionRoutes(server, services);
  onTestFinished(() => server.close());
  const as =
    (key: string | undefined): Call =>
    async (method, url, body, headers = {}) => {
      const answer = await server.inject({
        method,
        url,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        // Border: what is missing fails the test that reads it.
        body: (answer.body === '' ? undefined : parseJson(answer.body)) as unknown as Body,
      };
    };
  return { as, root: as(credentials.root_key), credentials, services, observations, server };
}
