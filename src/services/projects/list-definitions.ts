import { listEventDefinitions as listStoredEvents } from '../../adapters/store/definition-store.ts';
import { listCountedProperties } from '../../adapters/store/property-count-store.ts';
import { isoTime } from '../../base/iso-time.ts';
import type {
  EventDefinitionAnswer,
  EventDefinitionList,
  PropertyDefinitionList,
  SeenPropertyAnswer,
} from '../../schema/definition.ts';
import type { Page } from '../../schema/page.ts';
import type { PromotedSource } from '../catalog/catalog.ts';
import type { ProjectServices } from './project-services.ts';

/** Names of the events that came in, in the order asked for. */
export async function listEventDefinitions(
  services: Pick<ProjectServices, 'database'>,
  projectId: number,
  asked: EventDefinitionList,
): Promise<Page<EventDefinitionAnswer>> {
  const { count, results: definitions } = await listStoredEvents(services.database.query, projectId, asked);
  const results = definitions.map(({ name, createdAtMs, lastSeenAtMs, volume }) => ({
    name,
    created_at: isoTime(createdAtMs),
    last_seen_at: isoTime(lastSeenAtMs),
    volume,
  }));
  return { count, results };
}

/** Properties of events, persons and groups that came in, in the order asked for. */
export async function listPropertyDefinitions(
  services: Pick<ProjectServices, 'database'> & { readonly promoter: PromotedSource },
  projectId: number,
  asked: PropertyDefinitionList,
): Promise<Page<SeenPropertyAnswer>> {
  const promoted = services.promoter.current.events;
  const { count, results: properties } = await listCountedProperties(
    services.database.query,
    projectId,
    asked,
  );
  const results = properties.map(({ type, name, propertyType, seenTypes, lastSeenAtMs, volume }) => ({
    type,
    name,
    property_type: propertyType,
    seen_types: [...seenTypes],
    last_seen_at: lastSeenAtMs === null ? null : isoTime(lastSeenAtMs),
    volume,
    is_promoted: type === 'event' && promoted.has(name),
  }));
  return { count, results };
}
