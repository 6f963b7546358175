import { setTimeout as delay } from 'node:timers/promises';
import { newRandomUuid } from '../../src/base/ids.ts';
import type { ServiceProcess } from '../fixtures/start-process.ts';

/** A project of a deployment, as its callers know it. */
export interface DeployedProject {
  readonly id: number;
  readonly token: string;
}

interface SentEvent {
  readonly event: string;
  readonly uuid: string;
  readonly distinct_id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** New events that say whose they are. */
export function newEvents(project: DeployedProject, count: number): readonly SentEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    event: 'tick',
    uuid: newRandomUuid(),
    distinct_id: `d${index % 20}`,
    properties: { project: project.id },
  }));
}

/** Sends events once. True when they were acknowledged. */
export async function send(
  service: ServiceProcess,
  { token }: DeployedProject,
  batch: readonly SentEvent[],
  query = '',
): Promise<boolean> {
  try {
    const { status } = await fetch(`${service.url}/batch/${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: token, batch }),
    });
    return status === 200;
  } catch {
    // The service was killed.
    return false;
  }
}

/** What queries see of the events of a project, by the service's own SQL. */
export interface SeenEvents {
  readonly rows: number;
  readonly ids: ReadonlySet<string>;
  /** Events of other projects. */
  readonly foreign: number;
}

const PAGE = 10_000;

export async function seenEvents(service: ServiceProcess, { id }: DeployedProject): Promise<SeenEvents> {
  const ids = new Set<string>();
  let [rows, foreign] = [0, 0];
  for (;;) {
    const page = await answered(
      service,
      id,
      `select toString(uuid), properties.project from events where event not in ('marker', 'forced')
        order by uuid limit ${PAGE} offset ${rows}`,
    );
    for (const [uuid, project] of page) {
      ids.add(String(uuid));
      if (String(project) !== String(id)) foreign += 1;
    }
    rows += page.length;
    if (page.length < PAGE) return { rows, ids, foreign };
  }
}

/** The rows of a query, as soon as the service answers. */
export async function answered(
  service: ServiceProcess,
  projectId: number,
  query: string,
): Promise<readonly (readonly unknown[])[]> {
  const body = { query: { kind: 'HogQLQuery', query } };
  for (;;) {
    const { status, json } = await service.call('POST', `/api/projects/${projectId}/query`, { body });
    if (status === 200) return json.results;
    if (status !== 503) throw new Error(JSON.stringify(json));
    await delay(100);
  }
}

/** Makes a project through a service. */
export async function newProject(service: ServiceProcess, name: string): Promise<DeployedProject> {
  const { status, json } = await service.call('POST', '/api/projects', { body: { name } });
  if (status !== 201) throw new Error(JSON.stringify(json));
  return { id: json.id, token: json.api_token };
}
