import { unreachable } from '../../../base/invariant.ts';
import { findExpanded } from '../../catalog/functions/expanded-functions.ts';
import { actionCondition } from '../../filters/action-condition.ts';
import { isNewestSubmission, surveyAnswer, surveyChoices } from '../../filters/survey-expressions.ts';
import type { Call, ConstantValue, Expr } from '../../language/ast.ts';
import type { StoredAction } from '../../project-context.ts';
import { and } from '../build-ir.ts';
import { type CompileContext, compileError } from '../compile-context.ts';
import type { IrExpr } from '../ir.ts';
import { condition } from './convert.ts';
import { rootScope, type Scope, type TableBinding } from './scope.ts';
import { expandStored, findStored } from './stored-thing.ts';

type Expanded = NonNullable<ReturnType<typeof findExpanded>>;

/** A function that stands for an expression over the events of the FROM; undefined for every other call. */
export function resolveExpanded(node: Call, scope: Scope): IrExpr | undefined {
  const row = findExpanded(node.name);
  return row && resolveRow(row, literalArguments(row, node, scope), node, scope);
}

function resolveRow(row: Expanded, args: readonly ConstantValue[], node: Call, scope: Scope): IrExpr {
  const events = eventsOf(row, node, scope);
  // The expression sees the events alone, whatever the query around it calls its own things.
  const inside: Scope = {
    ...rootScope(scope.context, scope.resolver),
    tables: [events],
    clause: scope.clause,
    ...(scope.insideAggregate !== undefined && { insideAggregate: scope.insideAggregate }),
  };
  switch (row.name) {
    case 'matchesAction':
      return and([condition(actionEvents(args[0], node, scope), inside)]);
    case 'getSurveyResponse':
      return scope.resolver.expr(answerOf(args, node, scope), inside);
    case 'uniqueSurveySubmissionsFilter':
      return condition(isNewestSubmission(String(args[0]), events.scanFilter), inside);
    default:
      return unreachable(row.name);
  }
}

function literalArguments(row: Expanded, node: Call, scope: Scope): readonly ConstantValue[] {
  const [min, max] = row.arity;
  const { args } = node;
  if (args.length < min || args.length > max) {
    const count = min === max ? `${min}` : `${min} to ${max}`;
    const detail = `${row.name} takes ${count} argument${max === 1 ? '' : 's'}, found ${args.length}.`;
    throw compileError(scope.context, 'wrong_arity', detail, node);
  }
  return args.map((arg) => {
    if (arg.kind === 'Constant') return arg.value;
    throw compileError(scope.context, 'type_mismatch', `${row.name} takes literals only.`, arg);
  });
}

/** The first events of the FROM. */
function eventsOf(row: Expanded, node: Call, scope: Scope): TableBinding {
  const events = scope.tables.find(({ fields }) => fields.of === 'events');
  if (events) return events;
  const detail = `${row.name} asks for the events of its row: it needs the table events in the FROM of its SELECT.`;
  throw compileError(scope.context, 'unsupported_syntax', detail, node);
}

/** The events of an action. */
function actionEvents(named: ConstantValue | undefined, node: Call, { context }: Scope): Expr {
  const { name, steps } = actionOf(named, node, context);
  context.isTimed.value = true;
  return expandStored(`The action "${name}"`, node, context, (filters) =>
    actionCondition(steps, filters, 'steps'),
  );
}

/** @throws invalid_value when the project has no such action */
function actionOf(named: ConstantValue | undefined, node: Call, context: CompileContext): StoredAction {
  if (typeof named !== 'bigint' && typeof named !== 'string')
    throw compileError(context, 'type_mismatch', "matchesAction takes an id or a 'name'.", node);
  const { actions: byId, actionIds: idByName } = context.project;
  return findStored(named, { what: 'action', byId, idByName }, node, context);
}

/** Most questions of a survey. */
const MOST_QUESTIONS = 1_000;

function answerOf(args: readonly ConstantValue[], node: Call, { context }: Scope): Expr {
  const [place, id, isList = false] = args;
  const isPlace = typeof place === 'bigint' && place >= 0n && place < MOST_QUESTIONS;
  const hasId = typeof id === 'string' && id !== '';
  if (
    !isPlace ||
    (id !== undefined && id !== null && typeof id !== 'string') ||
    typeof isList !== 'boolean'
  ) {
    const detail =
      "getSurveyResponse takes the place of a question from 0 on, its id as a text, and true where several choices are answered: getSurveyResponse(1, 'question-id', true).";
    throw compileError(context, 'type_mismatch', detail, node);
  }
  const question = { place: Number(place), id: hasId ? id : undefined };
  return isList ? surveyChoices(question) : surveyAnswer(question);
}
