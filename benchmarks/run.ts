import { arch, availableParallelism, cpus, platform } from 'node:os';
import { cachedHit } from './cached-hit.ts';
import { captureRate } from './capture-rate.ts';
import { compileSpeed } from './compile-speed.ts';
import { growth } from './growth.ts';
import { importMemory } from './import-memory.ts';
import { importRate } from './import-rate.ts';
import { importShapes } from './import-shapes.ts';
import { insightSpeed } from './insight-speed.ts';
import { lookups } from './lookups.ts';
import { manyEndpoints } from './many-endpoints.ts';
import type { Benchmark, Row } from './measure/round.ts';
import { parseSpeed } from './parse-speed.ts';
import { personFold } from './person-fold.ts';
import { promotedProperties } from './promoted-properties.ts';
import { replicas } from './replicas.ts';
import { rowBytes } from './row-bytes.ts';
import { snapshot } from './snapshot.ts';
import { streamMemory } from './stream-memory.ts';
import { uncachedRun } from './uncached-run.ts';

// `npm run bench [name] [scale] [part]`: runs every benchmark, or those whose name contains the word, and prints a
// table. The scale, such as 0.1, is the share of its data that a benchmark with much data makes; the part, such as
// `funnel`, names the questions of a benchmark that asks many.

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  'cached-hit': cachedHit,
  'capture-rate': captureRate,
  'import-memory': importMemory,
  'import-rate': importRate,
  'import-shapes': importShapes,
  'parse-speed': parseSpeed,
  'stream-memory': streamMemory,
  'uncached-run': uncachedRun,
  'compile-speed': compileSpeed,
  'many-endpoints': manyEndpoints,
  'insight-speed': insightSpeed,
  'promoted-properties': promotedProperties,
  'person-fold': personFold,
  'row-bytes': rowBytes,
  growth,
  lookups,
  replicas,
  snapshot,
};

const [, , wanted = '', scale = '1', part = ''] = process.argv;
console.log(
  `Node ${process.version}, ${platform()} ${arch()}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
);
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  if (!name.includes(wanted)) continue;
  console.log(`\n${name}: ${benchmark.question}`);
  for (const line of tableOf(await benchmark.measure(Number(scale), part))) console.log(line);
}

/** The rows as lines, each column as wide as its longest text. */
function tableOf(rows: readonly Row[]): readonly string[] {
  const widthOf = (column: keyof Row) => Math.max(...rows.map((row) => row[column].length));
  const [what, value] = [widthOf('what'), widthOf('value')];
  return rows.map((row) =>
    `  ${row.what.padEnd(what)}  ${row.value.padEnd(value)}  ${row.relation}`.trimEnd(),
  );
}
