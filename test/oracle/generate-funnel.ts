import type { SeededRandom } from '../../src/services/demo/random.ts';
import { randomFilter } from './generate-filter.ts';
import { EVENT_NAMES } from './generate-world.ts';
import type { OracleFilter } from './model.ts';

interface Step {
  readonly kind: 'EventsNode';
  readonly event: string | null;
  readonly properties?: readonly OracleFilter[];
  readonly math?: string;
  readonly optionalInFunnel?: boolean;
}

type Order = 'ordered' | 'strict' | 'unordered' | undefined;

/**
 * The members of a funnel that no other kind has. A third of them have steps that overlap: the same event in several,
 * with and without properties, and steps of all events. Left out: breakdowns of time_to_convert and trends, expressions
 * as actors, optional steps side by side.
 */
export function funnelMembers(random: SeededRandom): Record<string, unknown> {
  const order = random.pick([undefined, 'ordered', 'strict', 'unordered'] as const);
  const viz = random.pick([undefined, 'steps', 'steps', 'time_to_convert', 'trends'] as const);
  const mayHaveOptional = order !== 'unordered' && (viz === undefined || viz === 'steps');
  const drawn = random.chance(0.35) ? overlappingSteps(random) : differentSteps(random);
  const series = mayHaveOptional && random.chance(0.25) ? withOptional(random, drawn) : drawn;
  const last = series.length - 1;
  const isOfSteps = viz === undefined || viz === 'steps';
  const hasBreakdown = isOfSteps && random.chance(0.35);
  const attribution = hasBreakdown
    ? random.pick([undefined, 'first_touch', 'last_touch', 'all_events', 'step'])
    : undefined;
  const from = !isOfSteps && random.chance(0.3) ? random.between(0, last - 1) : undefined;
  return present({
    series,
    funnelsFilter: present({
      funnelVizType: viz,
      funnelOrderType: order,
      funnelWindowInterval: random.chance(0.8) ? random.between(1, 20) : undefined,
      funnelWindowIntervalUnit: random.pick([undefined, 'minute', 'hour', 'day', 'week']),
      exclusions: random.chance(0.3) ? exclusions(random, series, order) : undefined,
      funnelFromStep: from,
      funnelToStep: from === undefined ? undefined : random.between(from + 1, last),
      binCount: viz === 'time_to_convert' && random.chance(0.4) ? random.between(1, 8) : undefined,
      breakdownAttributionType: attribution,
      breakdownAttributionValue:
        attribution === 'step' ? random.between(0, order === 'unordered' ? 0 : last) : undefined,
    }),
    breakdownFilter: hasBreakdown
      ? random.pick([{ breakdown: 'os' }, { breakdown: 'plan', breakdown_type: 'person' }])
      : undefined,
  });
}

function differentSteps(random: SeededRandom): readonly Step[] {
  const names = EVENT_NAMES.filter(() => random.chance(0.6));
  const events = names.length >= 2 ? names.slice(0, 4) : ['view', 'signup'];
  return events.map((event) => step(random, event, 0.15));
}

function overlappingSteps(random: SeededRandom): readonly Step[] {
  const some = random.pick(EVENT_NAMES);
  const events = [some, some, random.pick(EVENT_NAMES), null] as const;
  return Array.from({ length: random.between(2, 4) }, () => step(random, random.pick(events), 0.35));
}

function step(random: SeededRandom, event: string | null, filtered: number): Step {
  return {
    kind: 'EventsNode',
    event,
    ...(random.chance(filtered) ? { properties: [randomFilter(random)] } : {}),
    ...(random.chance(0.05) ? { math: 'first_time_for_user' } : {}),
  };
}

/** Makes one step optional, unless it is the same as the one after it, which is refused. */
function withOptional(random: SeededRandom, series: readonly Step[]): readonly Step[] {
  const at = random.between(1, series.length - 1);
  const own = series[at];
  const next = series[at + 1];
  if (own === undefined || (next !== undefined && eventsOf(own) === eventsOf(next))) return series;
  return series.with(at, { ...own, optionalInFunnel: true });
}

const eventsOf = ({ event, properties = [] }: Step): string => JSON.stringify([event, properties]);

/** One or two exclusions; one that has the event of a step has a filter that no step has. */
function exclusions(random: SeededRandom, series: readonly Step[], order: Order): readonly object[] {
  const last = series.length - 1;
  const known = new Set(
    series.flatMap(({ properties = [] }) => properties.map((one) => JSON.stringify(one))),
  );
  const isStep = (name: string) => series.some(({ event }) => event === name);
  return Array.from({ length: random.between(1, 2) }).flatMap(() => {
    const event = random.pick(EVENT_NAMES);
    const filter = randomFilter(random);
    const isFiltered = isStep(event) || random.chance(0.2);
    if (isFiltered && known.has(JSON.stringify(filter))) return [];
    const funnelFromStep = order === 'unordered' ? 0 : random.between(0, last - 1);
    const funnelToStep = order === 'unordered' ? last : random.between(funnelFromStep + 1, last);
    const properties = isFiltered ? { properties: [filter] } : {};
    return [{ kind: 'EventsNode', event, ...properties, funnelFromStep, funnelToStep }];
  });
}

function present(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
