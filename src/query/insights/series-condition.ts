import { AppError } from '../../base/errors.ts';
import type { ActionsNode, EventsNode, SeriesNode } from '../../schema/insights/series-node.ts';
import { actionCondition } from '../filters/action-condition.ts';
import { filterCondition } from '../filters/filter-condition.ts';
import type { Expr } from '../language/ast.ts';
import { and, constant, or } from '../language/build.ts';
import { expression } from '../language/dialect.ts';
import type { StoredAction } from '../project-context.ts';
import { filterContextOf, type InsightContext } from './insight-context.ts';

/** The events that a node is about, without its property filters: by event name or action. */
export function nameCondition(node: SeriesNode, context: InsightContext, attr: string): Expr {
  switch (node.kind) {
    case 'EventsNode':
      return eventCondition(node);
    case 'ActionsNode':
      return actionCondition(
        actionOf(node, context, attr).steps,
        filterContextOf(context),
        `${attr}.id.steps`,
      );
    case 'GroupNode':
      return or(...node.nodes.map((inner, index) => nameCondition(inner, context, `${attr}.nodes.${index}`)));
  }
}

/** The property filters of a node. For a GroupNode, `seriesCondition` adds those of its nodes. */
export function nodeFilters(node: SeriesNode, context: InsightContext, attr: string): Expr {
  const filters = filterContextOf(context);
  return and(
    filterCondition(node.properties ?? [], 'events', filters, `${attr}.properties`),
    filterCondition(node.fixedProperties ?? [], 'events', filters, `${attr}.fixedProperties`),
  );
}

/** The events of a node: name or action, and its property filters. */
export function seriesCondition(node: SeriesNode, context: InsightContext, attr: string): Expr {
  if (node.kind !== 'GroupNode')
    return and(nameCondition(node, context, attr), nodeFilters(node, context, attr));
  const inner = node.nodes.map((one, index) => seriesCondition(one, context, `${attr}.nodes.${index}`));
  return and(or(...inner), nodeFilters(node, context, attr));
}

function eventCondition({ event }: EventsNode): Expr {
  return event === undefined ? constant(true) : expression`event = ${event}`;
}

/** The stored action of a node. @throws invalid_value when the project has none with this id */
function actionOf(node: Pick<ActionsNode, 'id'>, context: InsightContext, attr: string): StoredAction {
  const action = context.project.actions.get(node.id);
  if (action) return action;
  throw new AppError('invalid_value', `The project has no action with id ${node.id}.`, {
    attr: `${attr}.id`,
  });
}

/** The name of a node's events: event name or action name; null for all events. */
export function seriesName(node: SeriesNode, context: InsightContext, attr: string): string | null {
  switch (node.kind) {
    case 'EventsNode':
      return node.event ?? null;
    case 'ActionsNode':
      return actionOf(node, context, attr).name;
    case 'GroupNode':
      return (
        node.name ??
        node.nodes
          .map((inner, index) => seriesName(inner, context, `${attr}.nodes.${index}`) ?? 'All events')
          .join(' or ')
      );
  }
}
