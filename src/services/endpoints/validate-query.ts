import { AppError } from '../../base/errors.ts';
import type { EndpointValidate, EndpointValidation } from '../../schema/endpoint.ts';
import { draftVersion } from './draft-version.ts';
import type { EndpointServices } from './endpoint-services.ts';

/** What saving a query would say: its errors with their places, or what it takes and gives. Nothing is saved. */
export async function validateQuery(
  services: Pick<EndpointServices, 'projects' | 'compileQuery'>,
  projectId: number,
  request: EndpointValidate,
): Promise<EndpointValidation> {
  const project = await services.projects.context(projectId);
  try {
    const { query, variables } = draftVersion(
      (given, declarations) => services.compileQuery(given, declarations, project),
      request,
    );
    const compiled = services.compileQuery(query, variables, project);
    return {
      is_valid: true,
      errors: [],
      variables: compiled.variables.map(({ name, type, declared, required }) => ({
        name,
        type,
        declared,
        required,
      })),
      columns: compiled.columns ? [...compiled.columns] : null,
      tables: [...compiled.tables],
      materialization: {
        materializable: compiled.notMaterializable === null,
        reason: compiled.notMaterializable,
      },
    };
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return refusal(error);
    throw error;
  }
}

function refusal(error: AppError): EndpointValidation {
  const { code, message: detail, attr = null, position = null } = error;
  return {
    is_valid: false,
    errors: [{ code, detail, attr, position: position && { ...position } }],
    variables: [],
    columns: null,
    tables: [],
    materialization: { materializable: false, reason: 'The query has errors.' },
  };
}
