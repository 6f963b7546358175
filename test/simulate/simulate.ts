import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findMutant, INVARIANTS, isWorldName, simulateWorld, WORLDS, type WorldName } from './worlds.ts';

// `npm run simulate -- --replicas 50 --seeds 10000`: the shipped scheduler, write lease and single flight in simulated
// histories with faults. Fails at the first history in which something happens that must not, and names its seed.

const HELP = `Plays histories of many replicas with faults against the shipped scheduler, write lease and single flight.

  npm run simulate -- [--replicas 50] [--seeds 10000] [--first-seed 1] [--world ${Object.keys(WORLDS).join('|')}]
                      [--jobs <processes>] [--mutants]

  --mutants   breaks each module on purpose and says in how many histories that is found

It fails at the first history in which something happens that must not, and in a hundred histories or more, when one of
the faults has not happened. Seeds may be played in portions: --first-seed 2001 --seeds 1000.

Examples:
  npm run simulate -- --replicas 50 --seeds 10000
  npm run simulate -- --world lease --seeds 1 --first-seed 4711
  npm run simulate -- --mutants --seeds 50
`;

const { values } = parseArgs({
  options: {
    replicas: { type: 'string', default: '50' },
    seeds: { type: 'string', default: '10000' },
    'first-seed': { type: 'string', default: '1' },
    world: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    mutants: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    /** Set by this program for its own processes. */
    part: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else process.exitCode = await run();

function count(name: 'replicas' | 'seeds' | 'first-seed' | 'jobs'): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value > 0) return value;
  console.error(`--${name} is "${values[name]}", expected a whole number above 0`);
  process.exit(2);
}

async function run(): Promise<number> {
  const { world } = values;
  if (world !== undefined && !isWorldName(world)) {
    console.error(`--world is "${world}", expected one of ${Object.keys(WORLDS).join(', ')}`);
    return 2;
  }
  const names = world === undefined ? (Object.keys(WORLDS) as WorldName[]) : [world];
  if (values.part) return runPart(names);
  for (const name of names) for (const sentence of INVARIANTS[name]) console.log(`${name}: ${sentence}`);
  return values.mutants ? findMutants(names) : runAll(names);
}

/** One after the other in this process. */
async function runPart(names: readonly WorldName[]): Promise<number> {
  for (const name of names) {
    const startedMs = performance.now();
    try {
      const { faults, done } = await simulateWorld(name, {
        replicas: count('replicas'),
        firstSeed: count('first-seed'),
        seeds: count('seeds'),
      });
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
      console.log(
        `${name}: ${count('seeds')} histories in ${seconds} s, ${done} ${WORLDS[name].done}; ${sentenceOf(faults)}`,
      );
    } catch (error) {
      console.error(`${name}: ${error instanceof Error ? error.message : error}`);
      return 1;
    }
  }
  return 0;
}

function sentenceOf(faults: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(faults).toSorted(([, one], [, other]) => other - one);
  return sorted.map(([fault, times]) => `${fault}: ${times}`).join(', ');
}

/** The seeds are shared among processes. */
async function runAll(names: readonly WorldName[]): Promise<number> {
  const [seeds, first] = [count('seeds'), count('first-seed')];
  const jobs = Math.min(count('jobs'), seeds);
  for (const name of names) {
    const parts = Array.from({ length: jobs }, (_, job) => {
      const from = Math.floor((seeds * job) / jobs);
      return { from: first + from, count: Math.floor((seeds * (job + 1)) / jobs) - from };
    });
    const codes = await Promise.all(parts.map((part) => runChild(name, part)));
    if (codes.some((code) => code !== 0)) return 1;
  }
  return 0;
}

function runChild(name: WorldName, part: { readonly from: number; readonly count: number }): Promise<number> {
  const args = ['--part', '--world', name, '--seeds', part.count, '--first-seed', part.from, '--replicas'];
  const file = process.argv[1] ?? '';
  const child = spawn(
    process.execPath,
    [...process.execArgv, file, ...args.map(String), String(count('replicas'))],
    { stdio: 'inherit' },
  );
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

async function findMutants(names: readonly WorldName[]): Promise<number> {
  const [replicas, firstSeed, seeds] = [count('replicas'), count('first-seed'), count('seeds')];
  for (const name of names) {
    for (const mutant of WORLDS[name].mutants) {
      const { found, first } = await findMutant(name, { replicas, firstSeed, seeds, mutant });
      const where = first === undefined ? 'NOT FOUND' : `found in ${found} of ${seeds} histories; ${first}`;
      console.log(`${name}, mutant "${mutant}": ${where}`);
      if (first === undefined) return 1;
    }
  }
  return 0;
}
