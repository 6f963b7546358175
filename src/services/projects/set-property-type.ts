import {
  findPropertyType,
  setPropertyType as setStoredPropertyType,
} from '../../adapters/store/definition-store.ts';
import type { ProjectContext } from '../../query/plan.ts';
import type { PropertyDefinitionAnswer, SavedPropertyDefinition } from '../../schema/definition.ts';
import type { Caller } from '../caller.ts';
import { judgeEndpoints } from '../judge/judge-endpoints.ts';
import { refuseBreaking } from '../judge/refuse-breaking.ts';
import { saveVerdicts } from '../judge/save-verdicts.ts';
import { verdictWarnings } from '../judge/verdict-warning.ts';
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
  const verdicts = await judgeEndpoints(services.database, withPropertyType(present, definition), {
    present,
  });
  const warnings = verdictWarnings(verdicts);
  refuseBreaking(warnings, { allowBreaking, attr: 'property_type' });
  const nowMs = services.clock.nowMs();
  await services.database.transaction(async (transaction) => {
    const before = await findPropertyType(transaction, projectId, type, name);
    await setStoredPropertyType(transaction, projectId, { type, name, propertyType }, nowMs);
    await recordChange(transaction, caller, PROPERTY_TYPE, {
      before: before && { ...definition, property_type: before },
      after: definition,
      nowMs,
    });
  });
  await saveVerdicts(services, projectId, verdicts);
  return { ...definition, warnings: [...warnings] };
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
