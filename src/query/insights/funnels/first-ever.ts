import type { Expr } from '../../language/ast.ts';
import { and, call, compare, field, from, select, tuple } from '../../language/build.ts';
import type { Actor } from '../actor.ts';
import { rowsThatExist, upTo } from '../row-conditions.ts';
import { nameCondition, seriesCondition } from '../series-condition.ts';
import type { FunnelFrame } from './funnel-frame.ts';

/**
 * The condition of a step with `math: "first_time_for_user"`: the event is the actor's first ever with this name or
 * action; with `first_time_for_user_with_filters` the first that passes the filters of the step. None for other maths,
 * which mean nothing in a funnel.
 */
export function firstEverCondition(frame: FunnelFrame, actor: Actor, step: number): readonly Expr[] {
  const { query, context, bounds } = frame;
  const node = query.series[step];
  const attr = `series.${step}`;
  if (node?.math !== 'first_time_for_user' && node?.math !== 'first_time_for_user_with_filters') return [];
  const isOfStep =
    node.math === 'first_time_for_user'
      ? nameCondition(node, context, attr)
      : seriesCondition(node, context, attr);
  const firstOnes = select({
    select: [call('argMin', field('uuid'), tuple(field('timestamp'), field('uuid')))],
    select_from: from('events'),
    where: and(
      isOfStep,
      rowsThatExist(query, context),
      upTo(bounds.to),
      ...(actor.exists ? [actor.exists] : []),
    ),
    group_by: [actor.id],
  });
  return [compare(field('uuid'), 'in', firstOnes)];
}
