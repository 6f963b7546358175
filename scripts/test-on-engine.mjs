import { parseArgs } from 'node:util';
import { runNode } from './node-to-run.mjs';
import { suitesOfSeed, suitesOnEngines } from './suites-on-engines.ts';

// `npm run test:engine -- process|process2 [--part 0.1] [--seed 1] [files]`: the suites that start services, each on
// an engine process with PostgreSQL and a bucket; `process2` is two shards. What cannot run there is in
// suites-on-engines.ts.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
  },
});

const [form = '', ...files] = positionals;
if (form !== 'process' && form !== 'process2') {
  console.error(`The engine is "${form}", expected process or process2.`);
  process.exit(2);
}

const part = Number(values.part);
const seed = Number(values.seed);
if (!(part > 0 && part <= 1) || !Number.isSafeInteger(seed) || seed < 0) {
  console.error('Expected a part in (0, 1], and a seed that is a whole number.');
  process.exit(2);
}

/** Each service has four processes of its own, which share the machine with those of the others. */
const PATIENT_MS = 300_000;

const suites = files.length > 0 ? files : suitesOnEngines();
const chosen = suitesOfSeed(suites, part, seed);
if (chosen.length === 0) {
  console.error(`None of ${suites.length} files is in this part.`);
  process.exit(2);
}
console.log(`${chosen.length} of ${suites.length} files on ${form}, seed ${seed}`);
process.exit(
  await runNode(
    [
      ...['scripts/test.mjs', '--project', 'fast', `--maxWorkers=${values.workers}`],
      ...[`--testTimeout=${PATIENT_MS}`, `--hookTimeout=${PATIENT_MS}`],
      ...chosen,
    ],
    { env: { ...process.env, SLUICE_TEST_ENGINE: form } },
  ),
);
