import { Client } from 'undici';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { newUuid } from '../../src/base/ids.ts';
import type { TestProject } from '../../test/fixtures/start-service.ts';
import { runLimits } from '../measure/run-limits.ts';
import { type AskedDatabase, answerOf } from './asked-database.ts';
import { END_DAY } from './customer-events.ts';
import { LOOKUP_QUESTIONS } from './lookup-questions.ts';

/** Of an endpoint run. */
const LIMITS = runLimits(60_000);

/** Sends one event, from which the service learns the types of the properties that the engine fills in by itself. */
export async function learnProperties({ capture }: TestProject): Promise<void> {
  const properties = { customer_id: 'customer-first', feature: 'feature-0', units: 1 };
  const timestamp = `${END_DAY}T00:00:00Z`;
  await capture([{ event: 'api_call', distinct_id: 'first', timestamp, properties }]);
}

/** An endpoint for each question. */
export async function makeEndpoints(project: TestProject): Promise<void> {
  for (const { name, hogql } of LOOKUP_QUESTIONS)
    await makeEndpoint(project, name, { kind: 'HogQLQuery', query: hogql });
}

export async function makeEndpoint({ call }: TestProject, name: string, query: object): Promise<void> {
  const made = await call('POST', 'endpoints', { body: { name, query } });
  if (made.status !== 201) throw new Error(made.text);
}

/** Runs endpoints over HTTP on one connection, past every cache. */
export class EndpointCaller {
  readonly #client: Client;
  readonly #project: TestProject;

  constructor(project: TestProject) {
    this.#client = new Client(project.url);
    this.#project = project;
  }

  /** @returns the results */
  async run(name: string, variables: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const { rootKey, projectId } = this.#project;
    const { statusCode, body } = await this.#client.request({
      method: 'POST',
      path: `/api/projects/${projectId}/endpoints/${name}/run`,
      headers: { authorization: `Bearer ${rootKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: 'force_blocking', variables }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(text);
    return JSON.parse(text).results;
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** Whole runs of the questions' endpoints. */
export function overHttp(project: TestProject): AskedDatabase {
  const caller = new EndpointCaller(project);
  return {
    ask: async ({ name }, customer) => answerOf((await caller.run(name, { customer })) as unknown[][]),
    close: () => caller.close(),
  };
}
/** The statement that somebody who knows the engine would write, without the service around it. */
export function byHand(engine: Engine, lookup: number): AskedDatabase {
  return {
    ask: async (question, customer) => {
      const parameters = { customer: { type: 'String', value: customer } } as const;
      const sql = question.byHand(lookup);
      const { rows } = await engine.query({
        sql,
        parameters,
        projectId: 1,
        runId: newUuid(),
        limits: LIMITS,
      });
      return answerOf(JSON.parse(`[${Buffer.from(rows)}]`));
    },
    close: async () => undefined,
  };
}
