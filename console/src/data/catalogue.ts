import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client.ts';
import type { components } from '../api/schema.d.ts';
import { may } from '../session/permission.ts';
import { LIST_POLL_MS } from './endpoints.ts';

type Schemas = components['schemas'];
export type EventDefinition = Schemas['EventDefinition'];
export type PropertyDefinition = Schemas['SeenProperty'];
export type IngestionWarning = Schemas['IngestionWarning'];
export type PropertyType = PropertyDefinition['property_type'];

/** Orders of a list of definitions. */
export type DefinitionOrder = 'name' | '-name' | 'volume' | '-volume' | 'last_seen_at' | '-last_seen_at';

/** Rows of a list; more are found by searching. */
const MOST_DEFINITIONS = 1000;

interface Filter {
  readonly search: string;
  readonly orderBy: DefinitionOrder;
}

const asked = ({ search, orderBy }: Filter) => ({
  limit: MOST_DEFINITIONS,
  order_by: orderBy,
  ...(search === '' ? {} : { search }),
});

/** Names of events that came in, at most 1,000. */
export const eventDefinitionsQuery = (projectId: number, filter: Filter) =>
  queryOptions({
    queryKey: ['project', projectId, 'catalogue', 'events', filter],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/projects/{project_id}/event_definitions', {
          params: { path: { project_id: String(projectId) }, query: asked(filter) },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    enabled: () => may('project:read'),
    refetchInterval: LIST_POLL_MS,
  });

/** Properties that came in, at most 1,000; of one owner when `type` says so. */
export const propertyDefinitionsQuery = (
  projectId: number,
  filter: Filter & { readonly type: PropertyDefinition['type'] | '' },
) =>
  queryOptions({
    queryKey: ['project', projectId, 'catalogue', 'properties', filter],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/projects/{project_id}/property_definitions', {
          params: {
            path: { project_id: String(projectId) },
            query: { ...asked(filter), ...(filter.type === '' ? {} : { type: filter.type }) },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    enabled: () => may('project:read'),
    refetchInterval: LIST_POLL_MS,
  });

/** What was wrong with events that came in, newest first, at most 1,000. */
export const ingestionWarningsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId, 'catalogue', 'warnings'],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/projects/{project_id}/ingestion_warnings', {
          params: { path: { project_id: String(projectId) }, query: { limit: MOST_DEFINITIONS } },
          signal,
        }),
      ),
    enabled: () => may('project:read'),
    refetchInterval: LIST_POLL_MS,
  });

/**
 * Says how queries read the values of a property.
 * @throws ApiProblem breaking_change when an answer would lose something, unless breaking is allowed
 */
export const changePropertyType = (
  projectId: number,
  property: Pick<PropertyDefinition, 'type' | 'name'>,
  propertyType: PropertyType,
  allowsBreaking: boolean,
) =>
  answerOf(
    api.PATCH('/api/projects/{project_id}/property_definitions/{type}/{name}', {
      params: {
        path: { project_id: String(projectId), type: property.type, name: property.name },
        query: { allow_breaking: allowsBreaking },
      },
      body: { property_type: propertyType },
    }),
  );
