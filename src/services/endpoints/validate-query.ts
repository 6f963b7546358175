import { AppError } from '../../base/errors.ts';
import { compileVersion, type ProjectContext, validateQuery as queryErrors } from '../../query/plan.ts';
import type { EndpointValidate, EndpointValidation } from '../../schema/endpoint.ts';
import { type ReadVersion, readVersion } from './draft-version.ts';
import { dropEmptyFilters } from './drop-empty-filters.ts';
import type { EndpointServices } from './endpoint-services.ts';

/** What saving a query would say: all its errors with their places, or what it takes and gives. Nothing is saved. */
export async function validateQuery(
  services: Pick<EndpointServices, 'projects'>,
  projectId: number,
  request: EndpointValidate,
): Promise<EndpointValidation> {
  const project = await services.projects.context(projectId);
  const read = tryToRead(project, request);
  if (read instanceof AppError) return refusal([read]);
  const errors = queryErrors(read.query, read.variables, project);
  return errors.length > 0 ? refusal(errors) : approval(project, read);
}

function tryToRead(project: ProjectContext, request: EndpointValidate): ReadVersion | AppError {
  try {
    return readVersion(project, dropEmptyFilters(request).given);
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return error;
    throw error;
  }
}

function approval(project: ProjectContext, { query, variables }: ReadVersion): EndpointValidation {
  const compiled = compileVersion(query, variables, project);
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
}

function refusal(errors: readonly AppError[]): EndpointValidation {
  return {
    is_valid: false,
    errors: errors.map(({ code, message: detail, attr = null, position = null }) => ({
      code,
      detail,
      attr,
      position: position && { ...position },
    })),
    variables: [],
    columns: null,
    tables: [],
    materialization: { materializable: false, reason: 'The query has errors.' },
  };
}
