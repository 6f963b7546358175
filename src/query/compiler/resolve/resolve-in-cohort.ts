import { Temporal } from 'temporal-polyfill';
import { AppError } from '../../../base/errors.ts';
import { cohortMembers } from '../../filters/cohort-members.ts';
import { filterContext } from '../../filters/filter-condition.ts';
import type { CompareOperation } from '../../language/ast.ts';
import type { StoredCohort } from '../../project-context.ts';
import { not } from '../build-ir.ts';
import { type CompileContext, compileError } from '../compile-context.ts';
import type { IrExpr } from '../ir.ts';
import { inSubquery } from './resolve-in.ts';
import { resolveSubquery } from './resolve-subquery.ts';
import { rootScope, type Scope } from './scope.ts';

/** Longest chain of cohorts that name one another, the first among them. */
export const MAX_COHORT_DEPTH = 5;

/** `person_id IN COHORT 3`, `person_id NOT IN COHORT 'Buyers'`. Who is a member is decided at the time of the run. */
export function resolveInCohort(node: CompareOperation, negated: boolean, scope: Scope): IrExpr {
  const { context, resolver } = scope;
  const left = resolver.expr(node.left, scope);
  const cohort = cohortOf(node, context);
  const { expansion } = context;
  if (expansion.openCohorts >= MAX_COHORT_DEPTH) {
    const detail = `Cohorts name one another more than ${MAX_COHORT_DEPTH} deep, at "${cohort.name}".`;
    throw compileError(context, 'invalid_value', detail, node);
  }
  expansion.openCohorts += 1;
  try {
    // Tables of the cohort are those of the project, whatever names the query around it gives to its own.
    const members = membersOf(cohort, node, context);
    const set = resolveSubquery(members, rootScope(context, resolver));
    const found = inSubquery(left, set, node, scope);
    return negated ? not(found) : found;
  } finally {
    expansion.openCohorts -= 1;
  }
}

/** @throws invalid_value when the project has no such cohort */
function cohortOf(node: CompareOperation, context: CompileContext): StoredCohort {
  const { right } = node;
  const named = right.kind === 'Constant' ? right.value : undefined;
  const { cohorts } = context.project;
  if (typeof named !== 'bigint' && typeof named !== 'string')
    throw compileError(context, 'unsupported_syntax', "Behind IN COHORT stands an id or a 'name'.", node);
  const id = typeof named === 'string' ? cohorts?.idByName.get(named) : Number(named);
  const cohort = id === undefined ? undefined : cohorts?.byId.get(id);
  if (cohort !== undefined) return cohort;
  const what = typeof named === 'string' ? `named ${JSON.stringify(named)}` : `with id ${named}`;
  throw compileError(context, 'invalid_value', `The project has no cohort ${what}.`, node);
}

function membersOf(cohort: StoredCohort, node: CompareOperation, context: CompileContext) {
  const { project, nowMs, isTimed } = context;
  isTimed.value ||= cohort.filters !== null;
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(project.timezone);
  try {
    return cohortMembers(cohort, { filters: filterContext(project, now), actions: project.actions });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw compileError(
      context,
      error.code,
      `The cohort "${cohort.name}" cannot be used: ${error.message}`,
      node,
    );
  }
}
