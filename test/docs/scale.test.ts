import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { computeDeployment } from '../../scripts/scale/compute-deployment.ts';
import { FIGURES } from '../../scripts/scale/measured-figures.ts';
import { readLoad } from '../../scripts/scale/read-load.ts';

const RESULTS = resolve(import.meta.dirname, '../../benchmarks/RESULTS.md');

function deploymentOf(args: string) {
  const asked = readLoad(args.split(' '));
  if (asked === undefined) throw new Error('a load was asked for');
  return computeDeployment(asked.load);
}

describe('every figure stands where it says', () => {
  const sections = readFileSync(RESULTS, 'utf8').split(/^## /m);

  test.each(Object.entries(FIGURES))('%s', (_, { value, section, quote }) => {
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ');
    const cited = sections.filter((text) => text.startsWith(section) && plain(text).includes(quote));
    expect(cited.length).toBeGreaterThan(0);
    expect(value).toBeGreaterThan(0);
  });
});

describe('the arithmetic', () => {
  // 86.4 M events a day are 1,000 a second, 2,000 at the peak of 2.
  const LOAD =
    '--events-per-day 86.4e6 --retention-days 100 --lookups 2 --queries-per-second 200 --cached-share 0.5 --lookup-share 0.25 --projects 10 --largest-share 0.5 --query-days 10 --replicas 2 --cores 8 --disk-tb 1';
  const { eventBytes, idBytes, lookupBytes } = FIGURES;
  const deployment = deploymentOf(LOAD);

  test('events', () => {
    expect(deployment.eventsPerSecond).toBeCloseTo(1_000);
    expect(deployment.peakEventsPerSecond).toBeCloseTo(2_000);
    expect(deployment.lanes).toBe(1);
    expect(deployment.engineCores.writing).toBeCloseTo(0.0234);
    expect(deployment.engineCores.lookups).toBeCloseTo(0.014_664, 5);
    expect(deployment.serviceCores.capture).toBeCloseTo(0.0362, 5);
  });

  test('bytes', () => {
    const bytes = eventBytes.value + idBytes.value + 2 * lookupBytes.value;
    expect(deployment.bytesPerEvent).toBeCloseTo(bytes);
    expect(deployment.diskBytesPerCopy / 1e9).toBeCloseTo(8.64 * bytes);
  });

  test('questions', () => {
    // 864 M events in ten days, a quarter of them with the names, in ten projects.
    expect(deployment.rowsPerQuery).toBeCloseTo(21.6e6);
    expect(deployment.largestRows).toBeCloseTo(108e6);
    expect(deployment.largestFunnelSeconds).toBeCloseTo(17.388);
    // Of 100 computed runs a second 25 ask a lookup; a row costs 0.5 × 23.33 + 0.3 × 58 + 0.2 × 161 = 61.27 ns.
    expect(deployment.engineCores.queries).toBeCloseTo(25 * 0.0149 + 75 * (0.00293 + 21.6e6 * 61.2667e-9), 2);
    expect(deployment.serviceCores.hits).toBeCloseTo(0.00354);
    expect(deployment.serviceCores.computed).toBeCloseTo(0.072);
  });

  test('parts', () => {
    // 99.8 cores of queries on two copies, of eight cores half busy: 12.5 shards.
    expect(deployment).toMatchObject({ form: 'cluster', shards: 13, keepers: 3, services: 2, redis: 1 });
    expect(deployment.limits[0]?.what).toBe('processor of the engines');
    expect(deployment.limits[0]?.used).toBeCloseTo((0.0381 + 99.84 / 2) / (13 * 8), 2);
    const used = deployment.limits.map((limit) => limit.used);
    expect(used).toEqual(used.toSorted((a, b) => b - a));
  });

  test('a small load is one process', () => {
    const small = deploymentOf('--events-per-day 1e6 --replicas 1');
    expect(small).toMatchObject({ form: 'one process', services: 1, shards: 1, keepers: 0, redis: 0 });
  });

  test('many cached runs are more services beside one engine', () => {
    const busy = deploymentOf(
      '--events-per-day 1e6 --replicas 1 --queries-per-second 60000 --cached-share 1',
    );
    expect(busy).toMatchObject({ form: 'engine process', services: 5, shards: 1, postgres: 2, redis: 1 });
  });

  test('more of anything never needs less', () => {
    const parts = (args: string) => {
      const { services, lanes, shards } = deploymentOf(`--events-per-day 1e9 ${args}`);
      return services + lanes + shards;
    };
    const plain = parts('--replicas 2');
    for (const more of [
      '--lookups 3',
      '--retention-days 900',
      '--queries-per-second 900',
      '--cached-share 0.5',
    ])
      expect(parts(more), more).toBeGreaterThanOrEqual(plain);
  });
});

describe('what was typed', () => {
  test.each([
    ['', '--events-per-day is missing'],
    ['--events-per-day many', '--events-per-day is "many", expected a number above 0'],
    ['--events-per-day 1e9 --cached-share 2', '--cached-share is "2", expected a number from 0 to 1'],
    ['--events-per-day 1e9 --replicas 1.5', '--replicas is "1.5", expected a whole number above 0 to 16'],
    ['--events-per-day 1e9 --shard 3', "Unknown option '--shard'"],
  ])('%s is refused', (args, sentence) => {
    expect(() => readLoad(args === '' ? [] : args.split(' '))).toThrow(sentence);
  });

  test('help asks for no load', () => {
    expect(readLoad(['--help'])).toBeUndefined();
  });
});
