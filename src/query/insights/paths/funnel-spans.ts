import type { Temporal } from 'temporal-polyfill';
import { AppError, isAppError } from '../../../base/errors.ts';
import type { FunnelsQuery } from '../../../schema/insights/funnels-query.ts';
import type { PathsQuery } from '../../../schema/insights/paths-query.ts';
import { placedBelow } from '../../filters/parse-part.ts';
import type { Expr, SelectStatement } from '../../language/ast.ts';
import { and, constant, not } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { bestOfActors } from '../funnels/best-of-actors.ts';
import { type FunnelFrame, funnelFrame } from '../funnels/funnel-frame.ts';
import { eventLayout } from '../funnels/packed-event.ts';
import type { InsightContext } from '../insight-context.ts';

const FUNNEL = 'funnelPathsFilter.funnelSource';

/** Later than every event, in microseconds since 1970. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;

type FunnelFilter = NonNullable<PathsQuery['funnelPathsFilter']>;

/** The part of each actor's time that the paths of a funnel are about. */
export interface FunnelSpans {
  /**
   * (actor, since, until), of the actors that count only. Both are microseconds since 1970, and both instants are
   * included.
   */
  readonly actors: SelectStatement;
  /** Longest time between two events of a session, in microseconds: the window of the funnel ([H-5]). */
  readonly gap: number;
}

/**
 * The actors that took the step of the filter, and which part of their time counts: up to the step, from the step
 * before up to the step, or from the step on. A step below zero asks for the actors that took all steps before this
 * step and not the step itself; for them the step before stands in its place.
 * @param earliest what `date_from: "all"` of the funnel stands for
 * @throws the codes of the funnel; invalid_value, combination_not_allowed when the funnel does not go with the paths
 */
export function funnelSpans(
  query: PathsQuery,
  filter: FunnelFilter,
  context: InsightContext,
  earliest?: Temporal.ZonedDateTime,
): FunnelSpans {
  requireSameActors(query, filter);
  requireStep(filter);
  return inFunnelTerms(filter, () => {
    const frame = funnelFrame(asSteps(filter.funnelSource), context, earliest);
    const { since, until } = boundsOf(frame, filter);
    const actors = statement`
      SELECT actor, ${since} AS since, ${until} AS until FROM ${bestOfActors(frame)} WHERE ${hasSpan(filter)}`;
    return {
      actors: placedBelow(FUNNEL, actors),
      gap: frame.windowMicroseconds,
    };
  });
}

/** The rows (actor, at) that lie inside the span of their actor. */
export function withinSpans(rows: SelectStatement, { actors }: FunnelSpans): SelectStatement {
  return statement`
    SELECT row.actor AS actor, row.at AS at, row.item AS item
    FROM ${rows} AS row INNER JOIN ${actors} AS span ON row.actor = span.actor
    WHERE row.at >= span.since AND row.at <= span.until`;
}

function requireSameActors(query: PathsQuery, { funnelSource }: FunnelFilter): void {
  const refused = (message: string, member: string) =>
    new AppError('combination_not_allowed', message, { attr: `${FUNNEL}.${member}` });
  if (funnelSource.aggregation_group_type_index !== query.aggregation_group_type_index) {
    throw refused(
      'The funnel and the paths must be about the same actors: persons, or groups of one type.',
      'aggregation_group_type_index',
    );
  }
  if (funnelSource.funnelsFilter?.funnelAggregateByHogQL !== undefined) {
    throw refused('Paths follow persons or groups.', 'funnelsFilter.funnelAggregateByHogQL');
  }
  if (funnelSource.breakdownFilter) throw refused('Paths are not split by values.', 'breakdownFilter');
}

/**
 * Refuses a step that has no span: the first step has none before it, and an actor that did not take a step is between
 * none.
 */
function requireStep({ funnelSource, funnelPathType, funnelStep = 1 }: FunnelFilter): void {
  const last = funnelSource.series.length;
  const isBetween = funnelPathType === 'funnel_path_between_steps';
  const least = isBetween || funnelStep < 0 ? 2 : 1;
  if (Math.abs(funnelStep) >= least && Math.abs(funnelStep) <= last && !(isBetween && funnelStep < 0)) return;
  const droppedOff = isBetween ? '' : `, or from -${last} to -2 for those who dropped off`;
  throw new AppError(
    'invalid_value',
    `funnelStep must be a step from ${isBetween ? 2 : 1} to ${last}${droppedOff}; found ${funnelStep}.`,
    { attr: 'funnelPathsFilter.funnelStep' },
  );
}

/** The funnel as a query for steps, because its own way of showing results does not matter here. */
function asSteps(funnel: FunnelsQuery): FunnelsQuery {
  return { ...funnel, funnelsFilter: { ...funnel.funnelsFilter, funnelVizType: 'steps' } };
}

/** The step, from 1, that a span starts or ends with. */
function boundaryStep({ funnelStep = 1 }: FunnelFilter): number {
  return funnelStep > 0 ? funnelStep : -funnelStep - 1;
}

function hasSpan(filter: FunnelFilter): Expr {
  const { funnelStep = 1, funnelPathType } = filter;
  const step = boundaryStep(filter);
  return and(
    isTaken(step),
    ...(funnelStep < 0 ? [not(isTaken(-funnelStep))] : []),
    ...(funnelPathType === 'funnel_path_between_steps' ? [isTaken(step - 1)] : []),
  );
}

function boundsOf(frame: FunnelFrame, filter: FunnelFilter): { readonly since: Expr; readonly until: Expr } {
  const { origin } = eventLayout(frame);
  const step = boundaryStep(filter);
  const moment = (place: number) => expression`arrayElement(best, ${place}) + ${origin}`;
  switch (filter.funnelPathType) {
    case 'funnel_path_before_step':
      return { since: constant(0), until: moment(step) };
    case 'funnel_path_between_steps':
      return { since: moment(step - 1), until: moment(step) };
    case 'funnel_path_after_step':
      return { since: moment(step), until: constant(END_OF_TIME) };
  }
}

/** Whether the best attempt of the actor took a step, from 1. */
function isTaken(step: number): Expr {
  return expression`arrayElement(best, ${step}) != 0`;
}

/** Runs `make`; errors about members of the funnel get their path in the paths query. */
function inFunnelTerms<T>({ funnelSource }: FunnelFilter, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!isAppError(error) || error.attr === undefined) throw error;
    const [member = ''] = error.attr.split('.');
    if (!(member in funnelSource)) throw error;
    throw new AppError(error.code, error.message, {
      attr: `${FUNNEL}.${error.attr}`,
      ...(error.position && { position: error.position }),
      extra: error.extra,
      cause: error,
    });
  }
}
