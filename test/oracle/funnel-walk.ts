import type { OracleEvent } from './model.ts';

/** How one actor's events are walked (9.2). Times in milliseconds. */
export interface FunnelRules {
  readonly steps: number;
  readonly windowMs: number;
  readonly order: 'ordered' | 'strict' | 'unordered';
  readonly matches: (event: OracleEvent, step: number) => boolean;
  readonly exclusions: readonly Exclusion[];
  /** Whether an attempt may start with the event, which matches the first step (unordered: any step). */
  readonly mayStart: (event: OracleEvent) => boolean;
}

export interface Exclusion {
  readonly from: number;
  readonly to: number;
  readonly matches: (event: OracleEvent) => boolean;
}

/** Times of the steps that the best attempt took; empty when the actor is not in the funnel. */
export type Walk = readonly number[];

interface Attempt {
  readonly times: readonly number[];
  isDead: boolean;
}

/**
 * F-3..F-12 for one actor. `events` are in time order. Those of one instant are taken in the order of their steps, which
 * is the most favourable one as long as each is of one step (F-10).
 */
export function walkFunnel(events: readonly OracleEvent[], rules: FunnelRules): Walk {
  const stepOf = (event: OracleEvent) =>
    Array.from({ length: rules.steps }).findIndex((_, step) => rules.matches(event, step));
  const sorted = events.toSorted((a, b) => a.timestampMs - b.timestampMs || stepOf(a) - stepOf(b));
  return rules.order === 'unordered' ? walkUnordered(sorted, rules) : walkInOrder(sorted, rules);
}

/**
 * `latest[k]` is the attempt with the latest step 1 that has reached step k. A later start has the longer window left,
 * so no other attempt can do better from there.
 */
function walkInOrder(events: readonly OracleEvent[], rules: FunnelRules): Walk {
  let latest: (Attempt | undefined)[] = [];
  // Strict: attempts of the instant before, which the events of this one continue.
  let before: (Attempt | undefined)[] = [];
  let instantMs = Number.NaN;
  let clean: Walk = [];
  let deadDepth = 0;
  const note = (attempt: Attempt) => {
    if (attempt.isDead) deadDepth = Math.max(deadDepth, attempt.times.length);
    else if (attempt.times.length > clean.length) clean = attempt.times;
  };
  for (const event of events) {
    for (const exclusion of rules.exclusions) {
      if (!exclusion.matches(event)) continue;
      for (let step = exclusion.from; step < exclusion.to; step += 1) {
        const attempt = latest[step];
        if (attempt === undefined || attempt.isDead || !isOpen(attempt, event, rules)) continue;
        latest[step] = { times: attempt.times, isDead: true };
        forget(attempt);
      }
    }
    const isSameInstant = event.timestampMs === instantMs;
    if (!isSameInstant) before = latest;
    instantMs = event.timestampMs;
    const next = rules.order === 'strict' && !isSameInstant ? [] : [...latest];
    const reached = (step: number) => (isSameInstant ? (latest[step] ?? before[step]) : latest[step]);
    for (let step = rules.steps - 1; step >= 0; step -= 1) {
      if (!rules.matches(event, step) || (step === 0 && !rules.mayStart(event))) continue;
      const attempt =
        step === 0 ? { times: [event.timestampMs], isDead: false } : advance(reached(step - 1), event, rules);
      if (attempt === undefined) continue;
      const known = next[step];
      if (known !== undefined && known.times[0] === attempt.times[0]) continue;
      next[step] = attempt;
      note(attempt);
    }
    latest = next;
    for (const attempt of latest) if (attempt?.isDead === true) note(attempt);
  }
  return clean.length >= deadDepth ? clean : [];

  /** An attempt that died takes back what it had reached, unless another clean one got as far. */
  function forget(attempt: Attempt): void {
    deadDepth = Math.max(deadDepth, attempt.times.length);
    if (clean === attempt.times) clean = [];
  }
}

function advance(attempt: Attempt | undefined, event: OracleEvent, rules: FunnelRules): Attempt | undefined {
  if (attempt === undefined || !isOpen(attempt, event, rules)) return undefined;
  return { times: [...attempt.times, event.timestampMs], isDead: attempt.isDead };
}

function isOpen(attempt: Attempt, event: OracleEvent, rules: FunnelRules): boolean {
  return event.timestampMs - (attempt.times[0] ?? 0) <= rules.windowMs;
}

/**
 * F-9: most distinct steps within one window; an exclusion event starts over. Steps are taken by different events. The
 * first completed step starts the attempt.
 */
function walkUnordered(events: readonly OracleEvent[], rules: FunnelRules): Walk {
  let best: Walk = [];
  for (const [at, start] of events.entries()) {
    if (!rules.mayStart(start)) continue;
    const firstOf = new Map<number, number>();
    for (const event of events.slice(at)) {
      if (event.timestampMs - start.timestampMs > rules.windowMs) break;
      if (rules.exclusions.some((exclusion) => exclusion.matches(event))) break;
      for (let step = 0; step < rules.steps; step += 1) {
        if (rules.matches(event, step) && !firstOf.has(step)) firstOf.set(step, event.timestampMs);
      }
      if (event === start && firstOf.size === 0) break;
    }
    const times = [...firstOf.values()].sort((a, b) => a - b);
    // The attempt that was there first decides, and of several the one that started last.
    const isAsFar = times.length === best.length && (times.at(-1) ?? 0) <= (best.at(-1) ?? 0);
    if (times.length > best.length || isAsFar) best = times;
  }
  return best;
}
