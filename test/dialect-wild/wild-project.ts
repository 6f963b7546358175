import { shareService } from '../fixtures/share-service.ts';
import type { TestProject } from '../fixtures/start-service.ts';
import { COHORTS, type CohortSpec } from './cohorts.ts';
import { capturedForm, EVENTS, NOW } from './world.ts';

/** The project of the corpus: its events, actions, cohorts, and how to call it. */
export interface WildProject {
  readonly project: TestProject;
  /**
   * Puts ids in the place of `{action:Name}`, `{action-text:Name}` (as a text), `{cohort:Name}`, `{person:name}`;
   * throws what kept one from being made.
   */
  fill<T>(value: T): T;
}

const ACTIONS = [
  { name: 'Bought', steps: [{ event: 'purchase' }] },
  { name: 'Looked at pricing', steps: [{ event: '$pageview', url: '/pricing' }] },
  {
    name: 'Bought much',
    steps: [
      { event: 'purchase', properties: [{ key: 'amount', value: 30, operator: 'gte', type: 'event' }] },
    ],
  },
  { name: 'Bought or answered', steps: [{ event: 'purchase' }, { event: 'survey sent' }] },
];

/** Makes the project once for all cases. What cannot be made yet fails only the cases that name it. */
export async function startWildProject(): Promise<WildProject> {
  const project = await shareService();
  await project.capture(EVENTS.map(capturedForm), NOW);
  const ids = new Map<string, string | Error>();
  for (const action of ACTIONS) {
    const { status, text, json } = await project.call('POST', 'actions', { body: action, now: NOW });
    const id = status === 201 ? json.id : new Error(text);
    ids.set(`action:${action.name}`, id);
    ids.set(`action-text:${action.name}`, typeof id === 'number' ? String(id) : id);
  }
  const { json } = await project.call('POST', 'query', {
    body: { query: { kind: 'HogQLQuery', query: 'SELECT distinct_id, person_id FROM person_distinct_ids' } },
  });
  for (const [name, id] of json.results) ids.set(`person:${name}`, id);
  const fill = <T>(value: T): T => fillIds(value, ids);
  for (const cohort of COHORTS) {
    ids.set(`cohort:${cohort.name}`, await makeCohort(project, cohort, fill).catch((error: Error) => error));
  }
  return { project, fill };
}

async function makeCohort(
  project: TestProject,
  { name, filters, members }: CohortSpec,
  fill: WildProject['fill'],
): Promise<string> {
  const body = fill({ name, is_static: members !== undefined, ...(filters !== undefined && { filters }) });
  const made = await project.call('POST', 'cohorts', { body, now: NOW });
  if (made.status !== 201) throw new Error(`cohort ${name}: ${made.status} ${made.text}`);
  if (members !== undefined) {
    const added = await project.call('POST', `cohorts/${made.json.id}/members`, {
      ...members,
      body: fill(members.body),
      now: NOW,
    });
    if (added.status >= 300) throw new Error(`members of ${name}: ${added.status} ${added.text}`);
  }
  return made.json.id;
}

function fillIds<T>(value: T, ids: ReadonlyMap<string, string | Error>): T {
  const idOf = (token: string) => {
    const id = ids.get(token);
    if (id instanceof Error) throw id;
    if (id === undefined) throw new Error(`nothing is named ${token}`);
    return id;
  };
  const whole = /^\{((?:action|action-text|cohort|person):[^}]+)\}$/;
  const visit = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const one = whole.exec(part)?.[1];
      if (one !== undefined) return idOf(one);
      return part.replaceAll(/\{((?:action|action-text|cohort|person):[^}]+)\}/g, (_, token: string) =>
        String(idOf(token)),
      );
    }
    if (Array.isArray(part)) return part.map(visit);
    if (part === null || typeof part !== 'object' || part instanceof RegExp) return part;
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, visit(one)]));
  };
  return visit(value) as T;
}
