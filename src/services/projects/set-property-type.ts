import type { Database } from '../../adapters/store/database.ts';
import { setPropertyType as setStoredPropertyType } from '../../adapters/store/definition-store.ts';
import type { PropertyDefinitionAnswer } from '../../schema/definition.ts';
import type { ProjectServices } from './project-services.ts';

/** Sets how a property is read, known or not; what comes in later no longer changes it. Acts with the next run. */
export async function setPropertyType(
  services: Pick<ProjectServices, 'clock'> & { readonly database: Database },
  projectId: number,
  definition: PropertyDefinitionAnswer,
): Promise<PropertyDefinitionAnswer> {
  const { type, name, property_type: propertyType } = definition;
  const nowMs = services.clock.nowMs();
  await services.database.transaction((transaction) =>
    setStoredPropertyType(transaction, projectId, { type, name, propertyType }, nowMs),
  );
  return definition;
}
