import {
  findPropertyType,
  setPropertyType as setStoredPropertyType,
} from '../../adapters/store/definition-store.ts';
import type { ProjectContext } from '../../query/plan.ts';
import type { PropertyDefinitionAnswer, SavedPropertyDefinition } from '../../schema/definition.ts';
import type { Caller } from '../caller.ts';
import { withVerdicts } from '../judge/with-verdicts.ts';
import { recordChange, type Subject } from '../record-change.ts';
import type { JudgedProjectServices } from './project-services.ts';

/**
 * Sets how a property is read, known or not; later values no longer change the type. The change acts with the next run.
 * Endpoints whose queries read the property are compiled again, named in warnings, and get the columns that they have
 * now.
 * @throws AppError breaking_change when one of these endpoints loses columns or no longer compiles, and that is not
 *   allowed; then nothing is changed
 */
export async function setPropertyType(
  services: JudgedProjectServices,
  caller: Caller,
  definition: PropertyDefinitionAnswer,
  allowBreaking = true,
): Promise<SavedPropertyDefinition> {
  const { projectId } = caller;
  const { type, name, property_type: propertyType } = definition;
  const present = await services.catalog.context(projectId);
  const planned = withPropertyType(present, definition);
  return withVerdicts(services, { present, planned, allowBreaking, attr: 'property_type' }, () =>
    services.database.transaction(async (transaction) => {
      const nowMs = services.clock.nowMs();
      const before = await findPropertyType(transaction, projectId, type, name);
      await setStoredPropertyType(transaction, projectId, { type, name, propertyType }, nowMs);
      await recordChange(transaction, caller, PROPERTY_TYPE, {
        before: before && { ...definition, property_type: before },
        after: definition,
        nowMs,
      });
      return definition;
    }),
  );
}

const PROPERTY_TYPE: Subject<PropertyDefinitionAnswer> = {
  kind: 'property_type',
  show: ({ type, name, property_type }) => ({ id: `${type}/${name}`, name, members: { property_type } }),
};

function withPropertyType(
  project: ProjectContext,
  { type, name, property_type: propertyType }: PropertyDefinitionAnswer,
): ProjectContext {
  const present = project.propertyTypes[type];
  const planned: ProjectContext['propertyTypes']['event'] = {
    get: (asked) => (asked === name ? propertyType : present.get(asked)),
    has: (asked) => asked === name || present.has(asked),
  };
  return { ...project, propertyTypes: { ...project.propertyTypes, [type]: planned } };
}
