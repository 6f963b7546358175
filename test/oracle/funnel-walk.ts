import { rankTimes } from './funnel-matching.ts';
import type { OracleEvent } from './model.ts';

/** How one actor's events are walked ([F-3] to [F-12]). Times in milliseconds. */
export interface FunnelRules {
  readonly steps: number;
  readonly windowMs: number;
  readonly order: 'ordered' | 'strict' | 'unordered';
  readonly matches: (event: OracleEvent, step: number) => boolean;
  readonly isOptional: (step: number) => boolean;
  readonly exclusions: readonly Exclusion[];
  /** Whether an attempt may start with the event, which matches the first step (unordered: any step). */
  readonly mayStart: (event: OracleEvent) => boolean;
}

export interface Exclusion {
  readonly from: number;
  readonly to: number;
  readonly matches: (event: OracleEvent) => boolean;
}

/**
 * Times of the steps up to the furthest that the best attempt took, undefined for an optional step it did not take;
 * empty when the actor is not in the funnel.
 */
export type Walk = readonly (number | undefined)[];

/** Everything that an actor did at one time. */
interface Instant {
  readonly ms: number;
  readonly events: readonly OracleEvent[];
}

interface Attempt {
  readonly times: Walk;
  readonly isDead: boolean;
}

/**
 * [F-3] to [F-12] for one actor, whose events are in time order. Every instant of a first step starts an attempt, which
 * is walked and judged for itself. The furthest one counts: of several the one that was there first, and of those the
 * latest to start ([F-7]). When only dead ones got furthest, the actor is not in the funnel ([F-11]).
 */
export function walkFunnel(events: readonly OracleEvent[], rules: FunnelRules): Walk {
  const instants = instantsOf(events);
  const attempts = instants.flatMap((_, at) => {
    const attempt =
      rules.order === 'unordered' ? anyOrder(instants, at, rules) : inOrder(instants, at, rules);
    return attempt === undefined ? [] : [attempt];
  });
  const furthest = Math.max(0, ...attempts.map(({ times }) => times.length));
  const alive = attempts.filter(({ times, isDead }) => times.length === furthest && !isDead);
  const arrival = Math.min(...alive.map(({ times }) => times.at(-1) ?? 0));
  return alive.findLast(({ times }) => times.at(-1) === arrival)?.times ?? [];
}

function instantsOf(events: readonly OracleEvent[]): readonly Instant[] {
  const byTime = Map.groupBy(events, ({ timestampMs }) => timestampMs);
  return [...byTime].map(([ms, together]) => ({ ms, events: together })).toSorted((a, b) => a.ms - b.ms);
}

/** The attempt of an ordered or strict funnel that starts at an instant. */
function inOrder(instants: readonly Instant[], at: number, rules: FunnelRules): Attempt | undefined {
  const startMs = instants[at]?.ms ?? 0;
  /** The best way to each last step, and when that step was first taken. */
  const ways = new Map<number, Walk>();
  const reached = new Map<number, number>();
  /** Steps that the attempt may go on from: in a strict funnel those taken at the instant before. */
  let standing: ReadonlyMap<number, Walk> = new Map([[-1, []]]);
  for (const instant of instants.slice(at)) {
    if (instant.ms - startMs > rules.windowMs) break;
    const taken = new Map<number, Walk>();
    for (const [step, way] of standing) takeFrom(step, way, instant, rules, taken);
    for (const [step, way] of taken) {
      if (!reached.has(step)) reached.set(step, instant.ms);
      const known = ways.get(step);
      if (known === undefined || isBetter(way, known, rules)) ways.set(step, way);
    }
    standing = rules.order === 'strict' ? taken : ways;
    if (standing.size === 0) break;
  }
  const best = ways.get(Math.max(...ways.keys()));
  if (best === undefined) return undefined;
  const times = best.map((time, step) => (rules.isOptional(step) ? time : reached.get(step)));
  return { times, isDead: isDead(times, instants, rules) };
}

/**
 * Adds the steps that can be taken at one instant by an attempt that stands at a step, each by another event ([F-4]),
 * in whatever order of the events ([F-10]).
 */
function takeFrom(
  step: number,
  way: Walk,
  { ms, events }: Instant,
  rules: FunnelRules,
  taken: Map<number, Walk>,
): void {
  for (const next of stepsAfter(step, rules)) {
    const longer = [...Array.from({ length: next }, (_, at) => way[at]), ms];
    for (const event of events) {
      if (!rules.matches(event, next) || (next === 0 && !rules.mayStart(event))) continue;
      const known = taken.get(next);
      if (known === undefined || isBetter(longer, known, rules)) taken.set(next, longer);
      takeFrom(next, longer, { ms, events: events.filter((other) => other !== event) }, rules, taken);
    }
  }
}

/** The step after a step, and those that follow when it may be skipped ([F-15]). */
function stepsAfter(step: number, rules: FunnelRules): readonly number[] {
  const next = step + 1;
  if (next >= rules.steps) return [];
  return rules.isOptional(next) ? [next, ...stepsAfter(next, rules)] : [next];
}

/** Required steps earlier, then optional ones taken rather than not, and earlier. */
function isBetter(way: Walk, known: Walk, rules: FunnelRules): boolean {
  const steps = [...way.keys()];
  const ranked = [
    ...steps.filter((step) => !rules.isOptional(step)),
    ...steps.filter((step) => rules.isOptional(step)),
  ];
  for (const step of ranked) {
    const difference = (way[step] ?? Number.MAX_VALUE) - (known[step] ?? Number.MAX_VALUE);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/**
 * [F-11]: an exclusion after the attempt reached one step and before it reached the other. At the instant of either it
 * is not between them ([F-10]). In a strict funnel the attempt ends with the first instant at which it takes no step.
 */
function isDead(times: Walk, instants: readonly Instant[], rules: FunnelRules): boolean {
  const endMs = (times[0] ?? 0) + rules.windowMs;
  const lastMs = Math.max(...times.filter((time) => time !== undefined));
  const overMs = rules.order === 'strict' ? instants.find(({ ms }) => ms > lastMs)?.ms : undefined;
  return rules.exclusions.some(({ from, to, matches }) => {
    const fromMs = times[from];
    const toMs = times.find((time, step) => step >= to && time !== undefined);
    if (fromMs === undefined) return false;
    return instants.some(
      ({ ms, events }) =>
        ms > fromMs &&
        ms <= Math.min(endMs, overMs ?? endMs) &&
        (toMs === undefined || ms < toMs) &&
        events.some((event) => matches(event)),
    );
  });
}

/**
 * [F-9]: the steps that are completed from an instant on, each by another event. The instant of an exclusion ends the
 * attempt: what happens at that instant may still come before it. No attempt is dead.
 */
function anyOrder(instants: readonly Instant[], at: number, rules: FunnelRules): Attempt | undefined {
  const start = instants[at];
  const stepsOf = (event: OracleEvent) =>
    Array.from({ length: rules.steps }, (_, step) => step).filter((step) => rules.matches(event, step));
  if (!start?.events.some((event) => rules.mayStart(event) && stepsOf(event).length > 0)) return undefined;
  const later = instants.slice(at).filter(({ ms }) => ms - start.ms <= rules.windowMs);
  const excluded = later.findIndex(
    ({ ms, events }) =>
      ms > start.ms && events.some((event) => rules.exclusions.some(({ matches }) => matches(event))),
  );
  const open = excluded === -1 ? later : later.slice(0, excluded + 1);
  const offers = open.flatMap(({ ms, events }) => events.map((event) => ({ ms, steps: stepsOf(event) })));
  return { times: rankTimes(offers), isDead: false };
}
