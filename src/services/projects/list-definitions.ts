import {
  listEventDefinitions as listStoredEvents,
  listPropertyDefinitions as listStoredProperties,
} from '../../adapters/store/definition-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type { EventDefinitionAnswer, PropertyDefinitionAnswer } from '../../schema/definition.ts';
import type { Page, Paging } from '../../schema/page.ts';
import type { ProjectServices } from './project-services.ts';

/** Names of the events that came in, in alphabetical order. */
export async function listEventDefinitions(
  services: Pick<ProjectServices, 'database'>,
  projectId: number,
  paging: Paging,
): Promise<Page<EventDefinitionAnswer>> {
  const { count, definitions } = await listStoredEvents(services.database.query, projectId, paging);
  const results = definitions.map(({ name, createdAtMs, lastSeenAtMs }) => ({
    name,
    created_at: isoTime(createdAtMs),
    last_seen_at: isoTime(lastSeenAtMs),
  }));
  return { count, results };
}

/** Properties of events, persons and groups that came in, by type and name. */
export async function listPropertyDefinitions(
  services: Pick<ProjectServices, 'database'>,
  projectId: number,
  { limit, offset }: Paging,
): Promise<Page<PropertyDefinitionAnswer>> {
  const definitions = await listStoredProperties(services.database.query, projectId);
  const results = definitions
    .slice(offset, offset + limit)
    .map(({ type, name, propertyType }) => ({ type, name, property_type: propertyType }));
  return { count: definitions.length, results };
}
