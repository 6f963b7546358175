import { AppError } from '../../base/errors.ts';
import {
  compileVersion,
  type ProjectContext,
  type ProjectReads,
  validateQuery as queryErrors,
} from '../../query/plan.ts';
import type { EndpointValidate, EndpointValidation } from '../../schema/endpoint.ts';
import type { Warning } from '../../schema/warning.ts';
import { differenceOf, type ReplacedVersion } from './difference-of.ts';
import { type GivenVersion, type ReadVersion, readVersion } from './draft-version.ts';
import { dropEmptyFilters } from './drop-empty-filters.ts';

/** A query that is to be validated. Plain data. */
export interface QueryToValidate {
  readonly project: ProjectContext;
  readonly request: EndpointValidate;
  /** What the query would replace; absent = nothing. */
  readonly replaced?: ReplacedVersion;
}

/** The answer of validation, and what compiling read, of which names are told besides. */
export interface QueryValidation {
  readonly answer: EndpointValidation;
  readonly reads: ProjectReads;
}

/** What saving a query would say. Pure. */
export function queryValidation({ project, request, replaced }: QueryToValidate): QueryValidation {
  const { given, warnings, asSent } = dropEmptyFilters(request);
  const read = readOrErrors(project, given, replaced);
  const errors = 'query' in read ? queryErrors(read.query, read.variables, project) : read;
  if (!('query' in read) || errors.length > 0)
    return { answer: refusal(errors.map(asSent), warnings), reads: [] };
  return approval({ project, read, warnings, replaced });
}

/** The version that the request makes. Taking declarations over compiles, and would find only the first error. */
function readOrErrors(
  project: ProjectContext,
  given: GivenVersion,
  replaced: ReplacedVersion | undefined,
): ReadVersion | readonly AppError[] {
  const alone = tryToRead(project, given);
  if (alone instanceof AppError) return [alone];
  if (replaced === undefined) return alone;
  const read = tryToRead(project, given, replaced);
  if (!(read instanceof AppError)) return read;
  const errors = queryErrors(alone.query, alone.variables, project);
  return errors.length > 0 ? errors : [read];
}

function tryToRead(
  project: ProjectContext,
  given: GivenVersion,
  previous?: ReadVersion,
): ReadVersion | AppError {
  try {
    return readVersion(project, given, previous);
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return error;
    throw error;
  }
}

function approval({
  project,
  read,
  warnings,
  replaced,
}: {
  readonly project: ProjectContext;
  readonly read: ReadVersion;
  readonly warnings: readonly Warning[];
  readonly replaced: ReplacedVersion | undefined;
}): QueryValidation {
  const { query, variables } = read;
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
    change: replaced === undefined ? null : differenceOf(replaced, read, compiled),
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
    change: null,
  };
}
