import type { SeriesNode } from '../../../schema/insights/series-node.ts';
import { eventsOf } from './check-funnel.ts';

/** True when some event may be of two different steps, as far as the names of their events show. */
export function mayOverlap(series: readonly SeriesNode[]): boolean {
  return series.some((node, at) => series.slice(at + 1).some((other) => mayShareEvents(node, other)));
}

/**
 * Groups of steps, numbered from 0, that may share events with one another: no event is of steps of two groups. In each
 * group equal steps are together.
 */
export function overlappingGroups(
  series: readonly SeriesNode[],
): readonly (readonly (readonly number[])[])[] {
  const groups: number[][] = [];
  for (const [step, node] of series.entries()) {
    const touched = groups.filter((group) =>
      group.some((other) => mayShareEvents(node, series[other] ?? node)),
    );
    for (const group of touched) groups.splice(groups.indexOf(group), 1);
    groups.push([...touched.flat(), step]);
  }
  return groups.map((group) => [...Map.groupBy(group, (step) => textOf(series, step)).values()]);
}

function mayShareEvents(node: SeriesNode, other: SeriesNode): boolean {
  if (node.kind !== 'EventsNode' || other.kind !== 'EventsNode') return true;
  return node.event === undefined || other.event === undefined || node.event === other.event;
}

/**
 * A text that is equal for steps with the same events. Of the maths, only those for the first event choose events
 * ([F-5]), so only they are part of the text.
 */
function textOf(series: readonly SeriesNode[], step: number): string {
  const node = series[step];
  if (node === undefined) return '';
  return node.math?.startsWith('first_time') ? `${node.math} ${eventsOf(node)}` : eventsOf(node);
}
