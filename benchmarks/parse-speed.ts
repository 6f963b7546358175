import createReferenceParser from '@posthog/hogql-parser';
import { parseSelect } from '../src/query/language/parse.ts';
import { type Benchmark, median, type Row } from './measure/round.ts';

/** A usual aggregate: 225 characters. */
const USUAL = `select properties.$browser as browser, count() as views, uniq(person_id) as people from events where event in ('$pageview', '$screen') and timestamp >= now() - interval 30 day group by browser order by views desc limit 100 offset 0`;

/** Ten CTEs with windows and lambdas, joined: about 6.4 KB. */
const LARGE = largeQuery();

function largeQuery(): string {
  const numbers = Array.from({ length: 10 }, (_, index) => index);
  const ctes = numbers.map(
    (n) => `step_${n} as (
    select person_id, toStartOfDay(timestamp) as day, count() as events_${n}, uniqIf(distinct_id, properties.plan = 'plan ${n}') as people_${n},
      arrayMap(x -> upper(x), arrayFilter((x, i) -> x != '' and i < ${n + 3}, groupArray(event), range(10))) as names_${n},
      sum(toFloat(properties.amount)) over (partition by person_id order by timestamp rows between ${n} preceding and current row) as running_${n},
      case when event = 'a' then 1 when event like '%b%' then 2 else 3 end as kind_${n}
    from events where event = 'step ${n}' and timestamp >= toDateTime('2026-01-01 00:00:00') and properties['key ${n}'] is not null
    group by person_id, day having count() > ${n}
  )`,
  );
  const joins = numbers.slice(1).map((n) => `left join step_${n} on step_0.person_id = step_${n}.person_id`);
  return `with ${ctes.join(', ')} select step_0.person_id, day, events_0 from step_0 ${joins.join(' ')} order by day desc limit 100`;
}

/** Time of each of `runs` calls, in milliseconds, after a tenth as many that do not count. */
function times(runs: number, call: () => unknown): readonly number[] {
  for (let run = 0; run < runs / 10; run += 1) call();
  return Array.from({ length: runs }, () => {
    const start = performance.now();
    call();
    return performance.now() - start;
  });
}

function row(what: string, ours: readonly number[], theirs: readonly number[]): Row {
  const p99 = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
  return {
    what,
    value: `p50 ${median(ours).toFixed(3)} ms · p99 ${p99(ours).toFixed(3)} ms`,
    relation: `reference p50 ${median(theirs).toFixed(1)} ms, ${Math.round(median(theirs) / median(ours))} times as long`,
  };
}

export const parseSpeed: Benchmark = {
  question: 'How long does the parser take, beside the published one?',
  async measure() {
    const reference = await createReferenceParser();
    const measure = (text: string, ours: number, theirs: number): Row =>
      row(
        `${text.length} characters`,
        times(ours, () => parseSelect(text)),
        times(theirs, () => reference.parseSelect(text, false)),
      );
    return [measure(USUAL, 5_000, 50), measure(LARGE, 500, 3)];
  },
};
