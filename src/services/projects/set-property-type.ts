import { recordActivity } from '../../adapters/store/activity-store.ts';
import type { Database } from '../../adapters/store/database.ts';
import {
  findPropertyType,
  setPropertyType as setStoredPropertyType,
} from '../../adapters/store/definition-store.ts';
import type { PropertyDefinitionAnswer } from '../../schema/definition.ts';
import type { ProjectCaller, ProjectServices } from './project-services.ts';

/** Sets how a property is read, known or not; what comes in later no longer changes it. Acts with the next run. */
export async function setPropertyType(
  services: Pick<ProjectServices, 'clock'> & { readonly database: Database },
  { projectId, author }: ProjectCaller,
  definition: PropertyDefinitionAnswer,
): Promise<PropertyDefinitionAnswer> {
  const { type, name, property_type: propertyType } = definition;
  const nowMs = services.clock.nowMs();
  await services.database.transaction(async (transaction) => {
    const before = await findPropertyType(transaction, projectId, type, name);
    await setStoredPropertyType(transaction, projectId, { type, name, propertyType }, nowMs);
    await recordActivity(transaction, {
      projectId,
      actor: author,
      activity: before === undefined ? 'created' : 'changed',
      subject: 'property_type',
      subjectId: `${type}/${name}`,
      subjectName: name,
      before: { property_type: before },
      after: { property_type: propertyType },
      nowMs,
    });
  });
  return definition;
}
