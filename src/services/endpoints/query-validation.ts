import { AppError } from '../../base/errors.ts';
import {
  compileVersion,
  type ProjectContext,
  type ProjectReads,
  validateQuery as queryErrors,
} from '../../query/plan.ts';
import type { EndpointValidate, EndpointValidation } from '../../schema/endpoint.ts';
import type { Warning } from '../../schema/warning.ts';
import { type GivenVersion, type ReadVersion, readVersion } from './draft-version.ts';
import { dropEmptyFilters } from './drop-empty-filters.ts';

/** A query that is to be validated. Plain data. */
export interface QueryToValidate {
  readonly project: ProjectContext;
  readonly request: EndpointValidate;
}

/** The answer of validation, and what compiling read, of which names are told besides. */
export interface QueryValidation {
  readonly answer: EndpointValidation;
  readonly reads: ProjectReads;
}

/** What saving a query would say. Pure. */
export function queryValidation({ project, request }: QueryToValidate): QueryValidation {
  const { given, warnings, asSent } = dropEmptyFilters(request);
  const read = tryToRead(project, given);
  const errors = read instanceof AppError ? [read] : queryErrors(read.query, read.variables, project);
  if (read instanceof AppError || errors.length > 0)
    return { answer: refusal(errors.map(asSent), warnings), reads: [] };
  return approval(project, read, warnings);
}

function tryToRead(project: ProjectContext, given: GivenVersion): ReadVersion | AppError {
  try {
    return readVersion(project, given);
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return error;
    throw error;
  }
}

function approval(
  project: ProjectContext,
  { query, variables }: ReadVersion,
  warnings: readonly Warning[],
): QueryValidation {
  const compiled = compileVersion(query, variables, project);
  const answer: EndpointValidation = {
    is_valid: true,
    errors: [],
    warnings: [...warnings],
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
  return { answer, reads: compiled.reads };
}

function refusal(errors: readonly AppError[], warnings: readonly Warning[]): EndpointValidation {
  return {
    is_valid: false,
    errors: errors.map(({ code, message: detail, attr = null, position = null }) => ({
      code,
      detail,
      attr,
      position: position && { ...position },
    })),
    warnings: [...warnings],
    variables: [],
    columns: null,
    tables: [],
    materialization: { materializable: false, reason: 'The query has errors.' },
  };
}
