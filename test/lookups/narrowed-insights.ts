import type { SeededRandom } from '../../src/services/demo/random.ts';
import { INSIGHT_KINDS } from '../oracle/generate-query.ts';
import { OS_VALUES } from '../oracle/generate-world.ts';
import type { OracleFilter, Query } from '../oracle/model.ts';
import { narrowed } from '../oracle/narrowing-queries.ts';

type Draw = (random: SeededRandom, now: string) => Query;

/** Draws a query that a filter narrows to one or a few values, as an endpoint's query is by `filters_override`. */
export function narrowedInsight(draw: Draw): Draw {
  return (random, now) => narrowed(draw(random, now), [lookedUp(random)]);
}

/** An insight of any kind, narrowed. */
export const anyNarrowedInsight: Draw = (random, now) =>
  narrowedInsight(random.pick(INSIGHT_KINDS).draw)(random, now);

function lookedUp(random: SeededRandom): OracleFilter {
  const os = { type: 'event', key: 'os', operator: 'exact' } as const;
  return random.pick([
    { ...os, value: 'Mac' },
    { ...os, value: [random.pick(OS_VALUES)] },
    { ...os, value: [random.pick(OS_VALUES), 'Win'] },
    { type: 'event', key: 'amount', operator: 'exact', value: random.pick(['20', '7']) },
  ] as const);
}
