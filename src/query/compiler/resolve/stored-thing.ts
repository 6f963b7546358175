import { Temporal } from 'temporal-polyfill';
import { AppError } from '../../../base/errors.ts';
import { type FilterContext, filterContext } from '../../filters/filter-condition.ts';
import type { Expr } from '../../language/ast.ts';
import { type CompileContext, compileError } from '../compile-context.ts';

/** The actions or the cohorts of a project. */
interface StoredThings<Thing> {
  readonly what: 'action' | 'cohort';
  readonly byId: { get(id: number): Thing | undefined } | undefined;
  readonly idByName: { get(name: string): number | undefined } | undefined;
}

/**
 * The action or cohort that a query names by its id or its name.
 * @throws invalid_value when the project has none
 */
export function findStored<Thing>(
  named: bigint | string,
  { what, byId, idByName }: StoredThings<Thing>,
  node: Expr,
  context: CompileContext,
): Thing {
  const id = typeof named === 'string' ? idByName?.get(named) : Number(named);
  const thing = id === undefined ? undefined : byId?.get(id);
  if (thing !== undefined) return thing;
  const which = typeof named === 'string' ? `named ${JSON.stringify(named)}` : `with id ${named}`;
  throw compileError(context, 'invalid_value', `The project has no ${what} ${which}.`, node);
}

/**
 * The tree that an action or a cohort stands for, whose filters look back from the time of the run.
 * @param shown the thing in words: `The action "Bought"`
 * @throws what `make` throws, as an error of the place that names the thing
 */
export function expandStored<Tree>(
  shown: string,
  node: Expr,
  context: CompileContext,
  make: (filters: FilterContext) => Tree,
): Tree {
  const { project, nowMs } = context;
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(project.timezone);
  try {
    return make(filterContext(project, now));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw compileError(context, error.code, `${shown} cannot be used: ${error.message}`, node);
  }
}
