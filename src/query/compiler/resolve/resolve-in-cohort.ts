import { cohortMembers } from '../../filters/cohort-members.ts';
import { MAX_CONDITIONS_OF_STATEMENT, ownConditions } from '../../filters/cohort-weight.ts';
import type { CompareOperation, SelectStatement } from '../../language/ast.ts';
import type { StoredCohort } from '../../project-context.ts';
import { not } from '../build-ir.ts';
import { type CompileContext, compileError } from '../compile-context.ts';
import type { IrExpr, IrSubquery } from '../ir.ts';
import { inSubquery } from './resolve-in.ts';
import { resolveSubquery } from './resolve-subquery.ts';
import { rootScope, type Scope } from './scope.ts';
import { expandStored, findStored } from './stored-thing.ts';

/** Longest chain of cohorts that name one another, the first among them. */
export const MAX_COHORT_DEPTH = 5;

/** `person_id IN COHORT 3`, `person_id NOT IN COHORT 'Buyers'`. Who is a member is decided at the time of the run. */
export function resolveInCohort(node: CompareOperation, negated: boolean, scope: Scope): IrExpr {
  const left = scope.resolver.expr(node.left, scope);
  const found = inSubquery(left, membersOf(cohortOf(node, scope.context), node, scope), node, scope);
  return negated ? not(found) : found;
}

/**
 * The members of a cohort: one set for the whole statement, however often the cohort is named. Equal texts are one set
 * to the engine too.
 * @throws invalid_value when cohorts name one another too deep, as they do in a circle; query_too_complex when they
 *   have too many conditions together
 */
function membersOf(cohort: StoredCohort, node: CompareOperation, { context, resolver }: Scope): IrSubquery {
  const { cohortSets, expansion } = context;
  const known = cohortSets.get(cohort.id);
  if (known !== undefined) return known;
  if (expansion.openCohorts >= MAX_COHORT_DEPTH) {
    const detail = `Cohorts name one another more than ${MAX_COHORT_DEPTH} deep, at "${cohort.name}".`;
    throw compileError(context, 'invalid_value', detail, node);
  }
  expansion.cohortConditions += ownConditions(cohort);
  if (expansion.cohortConditions > MAX_CONDITIONS_OF_STATEMENT) {
    const detail = `The cohorts of this query have more than ${MAX_CONDITIONS_OF_STATEMENT} conditions together.`;
    throw compileError(context, 'query_too_complex', detail, node);
  }
  expansion.openCohorts += 1;
  try {
    // Tables of the cohort are those of the project, whatever names the query around it gives to its own.
    const set = resolveSubquery(statementOf(cohort, node, context), rootScope(context, resolver));
    cohortSets.set(cohort.id, set);
    return set;
  } finally {
    expansion.openCohorts -= 1;
  }
}

/** @throws invalid_value when the project has no such cohort */
function cohortOf(node: CompareOperation, context: CompileContext): StoredCohort {
  const { right } = node;
  const named = right.kind === 'Constant' ? right.value : undefined;
  if (typeof named !== 'bigint' && typeof named !== 'string')
    throw compileError(context, 'unsupported_syntax', "Behind IN COHORT stands an id or a 'name'.", node);
  const { byId, idByName } = context.project.cohorts ?? {};
  return findStored(named, { what: 'cohort', byId, idByName }, node, context);
}

function statementOf(cohort: StoredCohort, node: CompareOperation, context: CompileContext): SelectStatement {
  const { project, isTimed } = context;
  isTimed.value ||= cohort.filters !== null;
  return expandStored(`The cohort "${cohort.name}"`, node, context, (filters) =>
    cohortMembers(cohort, { filters, actions: project.actions }),
  );
}
