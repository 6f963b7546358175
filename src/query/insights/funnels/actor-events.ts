import type { Expr, SelectStatement } from '../../language/ast.ts';
import { and, constant, field, or } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { type Actor, actorOf } from '../actor.ts';
import { breakdownText, hasBreakdownText } from '../breakdown-text.ts';
import { between, queryFilters, rowsThatExist, upTo } from '../row-conditions.ts';
import { rowExpression } from '../row-expression.ts';
import { nameCondition, seriesCondition } from '../series-condition.ts';
import { mayBeWithout } from './attempt.ts';
import { inBestOrder } from './best-order.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import { noValue } from './kept-values.ts';
import { type EventLayout, packEvent, startFlags, stepFlag } from './packed-event.ts';

/**
 * One row per actor, or per actor and breakdown value where an actor may have several: (actor, value, events). `events`
 * is the list of the actor's packed events in order of time: the events of steps and exclusions, in a strict funnel all
 * events. `value` is a text, or a list of texts when several properties split the result.
 */
export function actorEvents(frame: FunnelFrame, layout: EventLayout): SelectStatement {
  return inBestOrder(frame, layout, eventsOfValues(frame, layout));
}

function eventsOfValues(frame: FunnelFrame, layout: EventLayout): SelectStatement {
  const rows = rowParts(frame, layout);
  const { value, hasValue } = rows;
  if (!frame.breakdown) return perActor(rows, constant(''));
  switch (frame.attribution.kind) {
    // Events of one instant are ordered by their ids.
    case 'first_touch':
      return perActor(rows, expression`argMinIf(${value}, _eventOrder(timestamp, uuid), ${hasValue})`);
    case 'last_touch':
      return perActor(rows, expression`argMaxIf(${value}, _eventOrder(timestamp, uuid), ${hasValue})`);
    case 'all_events':
      return perActor(rows, value, field('value'));
    case 'step':
      return perValueOfStep(frame, rows, ownFlag(layout, frame.attribution.step));
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
}

function rowParts(frame: FunnelFrame, layout: EventLayout): RowParts {
  const { query, context, bounds, exclusions, order } = frame;
  const actor = funnelActor(frame);
  const steps = query.series.map((node, step) =>
    and(seriesCondition(node, context, `series.${step}`), ...firstEverCondition(frame, actor, step)),
  );
  const excluded = exclusions.map(({ node, attr }) => seriesCondition(node, context, attr));
  const isTouched = or(...steps, ...excluded);
  const parts = frame.breakdown?.parts ?? [];
  const texts = parts.map((part) => breakdownText(part, context));
  return {
    actor: actor.id,
    where: expression`
      ${order === 'strict' ? undefined : isTouched} AND ${queryFilters(query, context)}
      AND ${rowsThatExist(query, context)} AND ${between(bounds.rowsFrom, bounds.to)} AND ${actor.exists}`,
    packed: packEvent(layout, [...excluded, ...steps, ...(layout.hasStartFlag ? [or(...steps)] : [])]),
    value: texts.length === 1 && texts[0] ? texts[0] : expression`[${texts}]`,
    hasValue: and(...(order === 'strict' ? [isTouched] : []), or(...parts.map(hasBreakdownText))),
  };
}

/** The person, the group or the value of an expression. A row without the group or value has no actor. */
function funnelActor({ query }: FunnelFrame): Actor {
  const text = query.funnelsFilter?.funnelAggregateByHogQL;
  if (text === undefined) return actorOf(query.aggregation_group_type_index);
  const id = rowExpression(text, 'funnelsFilter.funnelAggregateByHogQL');
  return { id, exists: expression`${id} != NULL AND toString(${id}) != ''` };
}

/**
 * The condition of a step with `math: "first_time_for_user"`: the event is the actor's first ever with this name or
 * action. With `first_time_for_user_with_filters` it is the first that also passes the filters of the step. There is no
 * condition for other maths, which mean nothing in a funnel.
 */
function firstEverCondition(frame: FunnelFrame, actor: Actor, step: number): readonly Expr[] {
  const { query, context, bounds } = frame;
  const node = query.series[step];
  if (node?.math !== 'first_time_for_user' && node?.math !== 'first_time_for_user_with_filters') return [];
  const conditionOf = node.math === 'first_time_for_user' ? nameCondition : seriesCondition;
  const first = expression`
    uuid IN (
      SELECT argMin(uuid, _eventOrder(timestamp, uuid))
      FROM events
      WHERE ${conditionOf(node, context, `series.${step}`)} AND ${rowsThatExist(query, context)}
        AND ${upTo(bounds.to)} AND ${actor.exists}
      GROUP BY ${actor.id}
    )`;
  return [first];
}

/**
 * One row per actor, with the list of the actor's events.
 * @param key a second key besides the actor
 */
function perActor({ actor, where, packed }: RowParts, value: Expr, key?: Expr): SelectStatement {
  return statement`
    SELECT ${actor} AS actor, ${value} AS value, arraySort(groupArray(${packed})) AS events
    FROM events WHERE ${where} GROUP BY actor, ${key}`;
}

/**
 * The flag of the events whose breakdown value counts: those of the step, in an unordered funnel those of the step that
 * starts the attempt.
 */
function ownFlag(layout: EventLayout, step: number): bigint {
  return layout.hasStartFlag ? startFlags(layout) : stepFlag(layout, step);
}

/**
 * The events of an actor, once for each value that the actor's events of the step have. Events of the step with another
 * value then do not count for the step. Where an attempt may lack the step (`mayBeWithout`), the events are there once
 * more for such attempts.
 */
function perValueOfStep(frame: FunnelFrame, rows: RowParts, flag: bigint): SelectStatement {
  const { actor, where, packed, value } = rows;
  const owned = expression`arrayMap(v -> (v, 0), found)`;
  const owners = mayBeWithout(frame) ? expression`arrayPushBack(${owned}, (${noValue(frame)}, 1))` : owned;
  return statement`
    SELECT
      actor, owner.1 AS value, owner.2 AS is_without,
      arraySort(arrayMap(
        e -> if(
          bitAnd(e.1, ${flag}) != 0 AND e.2 != owner.1 AND ${mayBeWithout(frame) ? expression`owner.2 = 0` : undefined},
          e.1 - ${flag},
          e.1
        ),
        tagged
      )) AS events
    FROM (
      SELECT actor, tagged, arrayJoin(${owners}) AS owner
      FROM (
        SELECT
          ${actor} AS actor,
          groupArray((${packed}, ${value})) AS tagged,
          groupUniqArrayIf(${value}, bitAnd(${packed}, ${flag}) != 0) AS found
        FROM events WHERE ${where} GROUP BY actor
      )
    )`;
}
