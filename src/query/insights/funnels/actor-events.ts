import type { Expr, SelectQuery } from '../../language/ast.ts';
import {
  alias,
  and,
  arithmetic,
  call,
  compare,
  constant,
  field,
  from,
  isNotNull,
  lambda,
  or,
  select,
  tuple,
} from '../../language/build.ts';
import { type Actor, actorOf } from '../actor.ts';
import { breakdownText, hasBreakdownText } from '../breakdown-text.ts';
import { between, queryFilters, rowsThatExist } from '../row-conditions.ts';
import { rowExpression } from '../row-expression.ts';
import { seriesCondition } from '../series-condition.ts';
import { mayBeWithout } from './attempt-owner.ts';
import { firstEverCondition } from './first-ever.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { noValue } from './kept-values.ts';
import { type EventLayout, hasAny, packEvent, startFlag, stepFlag } from './packed-event.ts';
import { item } from './tuple-item.ts';

/**
 * One row per actor, or per actor and breakdown value where an actor may have several: (actor, value, events).
 * `events` is the list of its packed events in order of time: those of steps and exclusions, in a strict funnel all.
 * `value` is a text, or a list of texts when several properties split the result.
 */
export function actorEvents(frame: FunnelFrame, layout: EventLayout): SelectQuery {
  const rows = rowParts(frame, layout);
  const { breakdown, attribution } = frame;
  if (!breakdown) return perActor(rows, constant(''));
  switch (attribution.kind) {
    case 'first_touch':
      return perActor(rows, call('argMinIf', rows.value, rows.place, rows.hasValue));
    case 'last_touch':
      return perActor(rows, call('argMaxIf', rows.value, rows.place, rows.hasValue));
    case 'all_events':
      return perActorAndValue(rows);
    case 'step':
      return perValueOfStep(frame, rows, layout, attribution.step);
  }
}

interface RowParts {
  readonly actor: Expr;
  /** Rows that are looked at. */
  readonly where: Expr;
  readonly packed: Expr;
  readonly value: Expr;
  /** Rows of steps and exclusions that have a breakdown value. */
  readonly hasValue: Expr;
  /** Order of the rows of an actor; the id decides between rows of one instant. */
  readonly place: Expr;
}

function rowParts(frame: FunnelFrame, layout: EventLayout): RowParts {
  const { query, context, bounds, exclusions, order, breakdown } = frame;
  const actor = funnelActor(frame);
  const steps = query.series.map((node, index) =>
    and(seriesCondition(node, context, `series.${index}`), ...firstEverCondition(frame, actor, index)),
  );
  const excluded = exclusions.map(({ node, attr }) => seriesCondition(node, context, attr));
  const isTouched = or(...steps, ...excluded);
  const texts = (breakdown?.parts ?? []).map((part) => breakdownText(part, context));
  const hasText = or(...(breakdown?.parts ?? []).map(hasBreakdownText));
  const flags = [...excluded, ...steps, ...(layout.hasStartFlag ? [or(...steps)] : [])];
  return {
    actor: actor.id,
    where: and(
      ...(order === 'strict' ? [] : [isTouched]),
      queryFilters(query, context),
      rowsThatExist(query, context),
      between(bounds.rowsFrom, bounds.to),
      ...(actor.exists ? [actor.exists] : []),
    ),
    packed: packEvent(layout, flags),
    value: texts.length === 1 && texts[0] ? texts[0] : { kind: 'Array', exprs: texts },
    hasValue: and(isTouched, hasText),
    place: tuple(field('timestamp'), field('uuid')),
  };
}

/** The person, the group or the value of an expression; rows without group or value have no actor. */
function funnelActor({ query }: FunnelFrame): Actor {
  const text = query.funnelsFilter?.funnelAggregateByHogQL;
  if (text === undefined) return actorOf(query.aggregation_group_type_index);
  const id = rowExpression(text, 'funnelsFilter.funnelAggregateByHogQL');
  return { id, exists: and(isNotNull(id), compare(call('toString', id), '!=', constant(''))) };
}

function perActor(rows: RowParts, value: Expr): SelectQuery {
  return select({
    select: [
      alias('actor', rows.actor),
      alias('value', value),
      alias('events', call('arraySort', call('groupArray', rows.packed))),
    ],
    select_from: from('events'),
    where: rows.where,
    group_by: [field('actor')],
  });
}

function perActorAndValue(rows: RowParts): SelectQuery {
  const query = perActor(rows, rows.value);
  return { ...query, group_by: [field('actor'), field('value')] };
}

/**
 * The events of an actor once for each value that its events of the step have: events of the step with another value
 * are not of the step. In an unordered funnel the step is the one that starts the attempt. Once more for attempts without
 * the step, where there may be such (`attempt-owner.ts`).
 */
function perValueOfStep(frame: FunnelFrame, rows: RowParts, layout: EventLayout, step: number): SelectQuery {
  const flag = layout.hasStartFlag ? startFlag(layout) : stepFlag(layout, step);
  const tagged = select({
    select: [
      alias('actor', rows.actor),
      alias('tagged', call('groupArray', tuple(rows.packed, rows.value))),
      alias('found', call('groupUniqArrayIf', rows.value, hasAny(rows.packed, flag))),
    ],
    select_from: from('events'),
    where: rows.where,
    group_by: [field('actor')],
  });
  const owned = call('arrayMap', lambda(['v'], tuple(field('v'), constant(0))), field('found'));
  const without = tuple(noValue(frame), constant(1));
  const owners = mayBeWithout(frame) ? call('arrayPushBack', owned, without) : owned;
  const exploded = select({
    select: [field('actor'), field('tagged'), alias('owner', call('arrayJoin', owners))],
    select_from: from(tagged),
  });
  const isOther = and(
    hasAny(item('e', 1), flag),
    compare(item('e', 2), '!=', item('owner', 1)),
    ...(mayBeWithout(frame) ? [compare(item('owner', 2), '==', constant(0))] : []),
  );
  const cleared = call('if', isOther, arithmetic(item('e', 1), '-', constant(flag)), item('e', 1));
  return select({
    select: [
      field('actor'),
      alias('value', item('owner', 1)),
      alias('is_without', item('owner', 2)),
      alias('events', call('arraySort', call('arrayMap', lambda(['e'], cleared), field('tagged')))),
    ],
    select_from: from(exploded),
  });
}
