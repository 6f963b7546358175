import { AppError } from '../../../base/errors.ts';
import { stableJson } from '../../../base/stable-json.ts';
import type { FunnelExclusion, FunnelsQuery } from '../../../schema/insights/funnels-query.ts';
import type { SeriesNode } from '../../../schema/insights/series-node.ts';
import type { PropertyFilters } from '../../../schema/property-filter.ts';
import { breakdownOf } from '../breakdown.ts';

const MAX_STRICT_OPTIONAL = 5;

/** Refuses a query whose members do not go together. @throws invalid_value, combination_not_allowed */
export function checkFunnel(query: FunnelsQuery): void {
  checkStepRange(query);
  for (const [index, exclusion] of (query.funnelsFilter?.exclusions ?? []).entries()) {
    checkExclusion(query, exclusion, `funnelsFilter.exclusions.${index}`);
  }
  checkAttribution(query);
  checkStrictOptional(query);
  for (const [index, node] of query.series.entries()) {
    if (node.optionalInFunnel) checkOptional(query, index);
  }
  if (breakdownOf(query.breakdownFilter)?.parts.some(({ binCount }) => binCount !== undefined)) {
    throw refused('Funnels do not cut breakdown values into bins.', 'breakdownFilter');
  }
}

function checkStepRange({ series, funnelsFilter = {} }: FunnelsQuery): void {
  const last = series.length - 1;
  const { funnelFromStep: from = 0, funnelToStep: to = last } = funnelsFilter;
  requireStep(from, 0, last - 1, 'funnelsFilter.funnelFromStep');
  requireStep(to, 1, last, 'funnelsFilter.funnelToStep');
  if (from < to) return;
  throw invalid(
    `funnelFromStep ${from} must be smaller than funnelToStep ${to}.`,
    'funnelsFilter.funnelFromStep',
  );
}

function checkExclusion(query: FunnelsQuery, exclusion: FunnelExclusion, attr: string): void {
  const last = query.series.length - 1;
  const { funnelFromStep: from, funnelToStep: to } = exclusion;
  requireStep(from, 0, last - 1, `${attr}.funnelFromStep`);
  requireStep(to, 1, last, `${attr}.funnelToStep`);
  if (from >= to) {
    throw invalid(
      `funnelFromStep ${from} must be smaller than funnelToStep ${to}.`,
      `${attr}.funnelFromStep`,
    );
  }
  if (query.funnelsFilter?.funnelOrderType === 'unordered' && (from !== 0 || to !== last)) {
    throw refused(
      `In an unordered funnel an exclusion must span all steps, 0 to ${last}; found ${from} to ${to}.`,
      attr,
    );
  }
  const same = query.series.findIndex((node, step) => step >= from && step <= to && covers(exclusion, node));
  if (same === -1) return;
  throw refused(`The exclusion would exclude step ${same}, which lies in its range.`, attr);
}

function checkAttribution({ series, funnelsFilter = {} }: FunnelsQuery): void {
  const {
    breakdownAttributionType: type,
    breakdownAttributionValue: step = 0,
    funnelOrderType,
  } = funnelsFilter;
  if (type !== 'step') return;
  const attr = 'funnelsFilter.breakdownAttributionValue';
  requireStep(step, 0, series.length - 1, attr);
  if (funnelOrderType !== 'unordered' || step === 0) return;
  throw refused(`In an unordered funnel only step 0 can give the breakdown value; found ${step}.`, attr);
}

function checkOptional({ series, funnelsFilter = {} }: FunnelsQuery, step: number): void {
  const attr = `series.${step}.optionalInFunnel`;
  const { funnelOrderType = 'ordered', funnelVizType = 'steps' } = funnelsFilter;
  if (step === 0) throw refused('The first step cannot be optional.', attr);
  if (funnelOrderType === 'unordered') {
    throw refused('Optional steps need the order "ordered" or "strict"; found "unordered".', attr);
  }
  if (funnelVizType !== 'steps') {
    throw refused(`Optional steps need funnelVizType "steps"; found "${funnelVizType}".`, attr);
  }
  const next = series[step + 1];
  const node = series[step];
  if (!next || !node || next.optionalInFunnel || eventsOf(node) !== eventsOf(next)) return;
  throw refused(`Step ${step} is optional and the same as the required step after it.`, attr);
}

/** Refuses too many optional steps in a strict funnel, as each of them doubles the ways through it. */
function checkStrictOptional({ series, funnelsFilter = {} }: FunnelsQuery): void {
  const optional = series.filter(({ optionalInFunnel }) => optionalInFunnel).length;
  if (funnelsFilter.funnelOrderType !== 'strict' || optional <= MAX_STRICT_OPTIONAL) return;
  throw new AppError(
    'query_too_large',
    `A strict funnel may have at most ${MAX_STRICT_OPTIONAL} optional steps, found ${optional}.`,
    { attr: 'series' },
  );
}

function requireStep(step: number, least: number, most: number, attr: string): void {
  if (step >= least && step <= most) return;
  const member = attr.slice(attr.lastIndexOf('.') + 1);
  throw invalid(`${member} must be a step from ${least} to ${most} (counted from 0), found ${step}.`, attr);
}

/** True when every event of the step is also one of the exclusion, as far as a comparison of their texts shows. */
function covers(exclusion: FunnelExclusion, node: SeriesNode): boolean {
  const isAnyEvent = exclusion.kind === 'EventsNode' && exclusion.event === undefined;
  if (!isAnyEvent && nameOf(exclusion) !== nameOf(node)) return false;
  const ofStep = new Set(filtersOf(node));
  return filtersOf(exclusion).every((filter) => ofStep.has(filter));
}

/** A text that is equal for two steps about the same events. */
export function eventsOf(node: SeriesNode): string {
  return stableJson([nameOf(node), filtersOf(node).toSorted()]);
}

type Named = SeriesNode | FunnelExclusion;

function nameOf(node: Named): string {
  switch (node.kind) {
    case 'EventsNode':
      return `event ${node.event ?? ''}`;
    case 'ActionsNode':
      return `action ${node.id}`;
    case 'GroupNode':
      return stableJson(node.nodes);
  }
}

function filtersOf({ properties, fixedProperties }: Named): readonly string[] {
  return [...listed(properties), ...listed(fixedProperties)];
}

/** Filters that must all hold, each as one text. */
function listed(filters: PropertyFilters | undefined): readonly string[] {
  if (filters === undefined) return [];
  return Array.isArray(filters) ? filters.map(stableJson) : [stableJson(filters)];
}

function invalid(message: string, attr: string): AppError {
  return new AppError('invalid_value', message, { attr });
}

function refused(message: string, attr: string): AppError {
  return new AppError('combination_not_allowed', message, { attr });
}
