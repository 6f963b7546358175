import createParser from '@posthog/hogql-parser';
import { stopwatchMs } from '../src/base/clock.ts';
import { bindStatement } from '../src/query/compiler/bind.ts';
import { compileStatement } from '../src/query/compiler/compile.ts';
import { parseSelect } from '../src/query/language/parse.ts';
import type { ProjectContext } from '../src/query/project-context.ts';
import { PROJECT as GENERATED_PROJECT } from './insights/ask-engine.ts';
import { insightRuns } from './insights/compiled-insights.ts';
import type { Benchmark, Row } from './measure/round.ts';

/** Before the first merge, as most projects are. */
const PROJECT: ProjectContext = { ...GENERATED_PROJECT, hasPersonOverrides: false };

/** 228 characters: an aggregate with one WHERE, IN, GROUP, ORDER and LIMIT. */
const TYPICAL = `SELECT properties.$browser AS browser, count() AS views, uniq(person_id) AS people FROM events
WHERE event IN ('a', 'b', 'c') AND timestamp > '2026-01-01' AND properties.plan = 'pro' GROUP BY browser ORDER BY views DESC LIMIT 10`;

/** About 5.6 KB: ten CTEs over one another, joins, windows and lambdas. */
const LARGE = largeText();

function largeText(): string {
  const ctes = Array.from({ length: 10 }, (_, index) => {
    const source = index === 0 ? 'events' : `step_${index - 1}`;
    const columns =
      index === 0
        ? 'event, distinct_id, timestamp, properties.price AS price'
        : 'event, distinct_id, timestamp, price';
    return `step_${index} AS (SELECT ${columns}, row_number() OVER (PARTITION BY distinct_id ORDER BY timestamp) AS place_${index},
      arraySum(arrayMap(x -> x * ${index} + length(event), [1, 2, 3, 4])) AS score_${index},
      CASE WHEN event = 'a' THEN 'first' WHEN event LIKE '%b%' THEN 'second' ELSE coalesce(event, 'none') END AS kind_${index}
      FROM ${source} WHERE timestamp >= '2026-01-0${(index % 9) + 1}' AND event NOT IN ('x', 'y', 'z') AND price BETWEEN ${index} AND ${index * 100})`;
  });
  const joins = Array.from({ length: 9 }, (_, index) => {
    return `JOIN step_${index + 1} AS s${index + 1} ON s0.distinct_id = s${index + 1}.distinct_id AND s0.timestamp >= s${index + 1}.timestamp`;
  });
  const select = Array.from({ length: 10 }, (_, index) => `sum(s${index}.score_${index}) AS total_${index}`);
  return `WITH ${ctes.join(',\n')} SELECT s0.event, ${select.join(', ')} FROM step_0 AS s0 ${joins.join('\n')} GROUP BY s0.event ORDER BY total_0 DESC LIMIT 100`;
}

/** Microseconds per call: median and 99th percentile of `rounds` calls after a warm-up. */
function timed(rounds: number, work: () => unknown): { readonly median: number; readonly p99: number } {
  for (let round = 0; round < rounds / 4; round += 1) work();
  const times = Array.from({ length: rounds }, () => {
    const start = stopwatchMs();
    work();
    return (stopwatchMs() - start) * 1000;
  }).sort((a, b) => a - b);
  return { median: times[Math.floor(rounds / 2)] ?? 0, p99: times[Math.floor(rounds * 0.99)] ?? 0 };
}

/** Parsing and compiling cold, and binding, beside the published parser in the same process. */
export const compileSpeed: Benchmark = {
  question:
    'What does a query cost to compile, and a run to bind, against only parsing it with the published parser?',
  measure: async () => {
    const parser = await createParser();
    const compile = (text: string) => compileStatement(parseSelect(text), { project: PROJECT, text });
    const compiled = compile(`${TYPICAL.replace("'pro'", '{variables.plan}')}`);
    const values = new Map([['plan', { kind: 'text', text: 'pro' }]] as const);
    const rows = { limit: 100, offset: 0 };
    const typical = timed(500, () => parser.parseSelect(TYPICAL));
    const large = timed(6, () => parser.parseSelect(LARGE));
    return [
      row(`published parser, ${TYPICAL.length} characters`, typical),
      row(
        `parse + compile, ${TYPICAL.length} characters`,
        timed(5000, () => compile(TYPICAL)),
        typical.median,
      ),
      row(`published parser, ${LARGE.length} characters`, large),
      row(
        `parse + compile, ${LARGE.length} characters`,
        timed(500, () => compile(LARGE)),
        large.median,
      ),
      row(
        'bind one run',
        timed(20_000, () => bindStatement(compiled, { values, nowMs: 0, rows })),
      ),
      ...Object.entries(insightRuns(PROJECT)).map(([name, run]) => row(`insight: ${name}`, timed(1000, run))),
    ];
  },
};

function row(what: string, { median, p99 }: ReturnType<typeof timed>, reference?: number): Row {
  return {
    what,
    value: `median ${median.toFixed(1)} µs, p99 ${p99.toFixed(1)} µs`,
    relation: reference === undefined ? '' : `${(median / reference).toFixed(4)} of the published parser`,
  };
}
