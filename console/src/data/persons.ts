import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, answerWithHeaders, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';
import { runAdHoc } from './ad-hoc.ts';

/** A person with the times of its first and last event. */
export type Person = components['schemas']['ShownPerson'];

/** A person in a list. */
export interface ListedPerson {
  readonly id: string;
  /** Its email or name, else a distinct id or its id. */
  readonly name: string;
  /** Null where the list does not tell them. */
  readonly distinctIds: readonly string[] | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly isIdentified: boolean;
  readonly since: string;
}

/** Persons on a page, and how many there are. */
export interface PersonPage {
  readonly count: number;
  readonly persons: readonly ListedPerson[];
}

/** What is looked for: a text of name, email or distinct id, or the value of one property. */
export interface PersonSearch {
  readonly text: string;
  readonly property: string;
  readonly value: string;
  readonly page: number;
}

/** Persons on one page. */
export const PERSONS_PAGE = 50;

/** The longest text that the service searches. */
const LONGEST_SEARCH = 200;

/** Persons of a project, newest first; those that are looked for. Asks once, and counts as a query of the key. */
export const personsQuery = (projectId: number, search: PersonSearch) =>
  queryOptions({
    queryKey: ['project', projectId, 'persons', 'list', search],
    queryFn: ({ signal }) =>
      search.property === ''
        ? findByText(projectId, search, signal)
        : findByProperty(projectId, search, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** One person by its id, an id that was merged into it, or a distinct id. */
export const personQuery = (projectId: number, id: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'persons', 'one', id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/projects/{project_id}/persons/{id}', {
          params: { path: { project_id: String(projectId), id } },
          signal,
        }),
      ),
    staleTime: 30_000,
  });

/** Deletes a person with its distinct ids and events, for good. */
export const deletePerson = (projectId: number, id: string) =>
  answerWithHeaders(
    api.DELETE('/api/projects/{project_id}/persons/{id}', {
      params: { path: { project_id: String(projectId), id } },
    }),
  );

async function findByText(
  projectId: number,
  { text, page }: PersonSearch,
  signal: AbortSignal,
): Promise<PersonPage> {
  const asked = text.trim().slice(0, LONGEST_SEARCH);
  const { count, results } = await answerOf(
    api.GET('/api/projects/{project_id}/persons', {
      params: {
        path: { project_id: String(projectId) },
        query: {
          limit: PERSONS_PAGE,
          offset: page * PERSONS_PAGE,
          ...(asked === '' ? {} : { search: asked }),
        },
      },
      signal,
    }),
  );
  return {
    count,
    persons: results.map(({ id, name, distinct_ids, properties, is_identified, created_at }) => ({
      id,
      name,
      distinctIds: distinct_ids,
      properties,
      isIdentified: is_identified,
      since: created_at,
    })),
  };
}

/** The text of the condition never differs: name and value of the property are variables that the service binds. */
const OF_PROPERTY = `FROM persons WHERE toString(properties[{variables.property}]) = {variables.value}`;

const TEXT = { type: 'String', required: true };

async function findByProperty(
  projectId: number,
  { property, value, page }: PersonSearch,
  signal: AbortSignal,
): Promise<PersonPage> {
  const ask = async (query: string) => {
    const run = {
      query: { kind: 'HogQLQuery', query },
      variables: { property, value },
      variable_declarations: { property: TEXT, value: TEXT },
    };
    return (await runAdHoc(projectId, run, signal)).results as unknown[][];
  };
  const [[count] = []] = await ask(`SELECT count() ${OF_PROPERTY}`);
  const rows = await ask(
    `SELECT toString(id), properties, is_identified, created_at ${OF_PROPERTY} ORDER BY created_at DESC, id LIMIT ${PERSONS_PAGE} OFFSET ${Math.trunc(page) * PERSONS_PAGE}`,
  );
  return { count: Number(count ?? 0), persons: rows.map(personOf) };
}

function personOf([id, properties, isIdentified, since]: readonly unknown[]): ListedPerson {
  const known = typeof properties === 'string' ? (JSON.parse(properties) as Record<string, unknown>) : {};
  return {
    id: String(id),
    name: String(known['email'] ?? known['name'] ?? id),
    distinctIds: null,
    properties: known,
    isIdentified: isIdentified === true,
    since: String(since),
  };
}
