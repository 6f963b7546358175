import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { childrenOf, cpuMicrosecondsOf } from './process-cpu.ts';

// Run as a child of the benchmark import-shapes: imports a file into a new service of any build.

/** What an import was, as JSON on standard output. Processor times in µs. */
export interface ImportMeasure {
  readonly rows: number;
  readonly seconds: number;
  /** Seconds from the start of each fifth of the rows to its end; reading the file comes before the first. */
  readonly fifths: readonly number[];
  readonly cpu: {
    /** The engine, while it reads the file. */
    readonly staging: number;
    /** The engine afterwards. */
    readonly engine: number;
    /** The event loop of the service. */
    readonly loop: number;
    /** Its other threads: judging rows, collecting garbage, reading and writing files. */
    readonly threads: number;
  };
}

const FIFTHS = 5;

/** @param root folder of the build */
async function measure(root: string, order: object): Promise<ImportMeasure> {
  const load = (file: string) => import(pathToFileURL(path.join(root, file)).href);
  const { startTestService } = await load('test/fixtures/start-service.ts');
  const { importFile } = await load('src/services/capture/import/import-file.ts');
  const service = await startTestService({ testClock: false });
  const before = [engineCpu(), loopCpu(), cpuMicrosecondsOf(process.pid)] as const;
  const startedMs = performance.now();
  let staged: number | undefined;
  const marks: (readonly [read: number, ms: number])[] = [];
  const { read } = await importFile(service.services, {
    projectId: 1,
    ...order,
    onProgress: (progress: { readonly read: number }) => {
      staged ??= engineCpu();
      marks.push([progress.read, performance.now()]);
    },
  });
  const seconds = (performance.now() - startedMs) / 1000;
  const staging = (staged ?? before[0]) - before[0];
  const loop = loopCpu() - before[1];
  const cpu = {
    staging,
    engine: engineCpu() - before[0] - staging,
    loop,
    threads: cpuMicrosecondsOf(process.pid) - before[2] - loop,
  };
  await service.close();
  return { rows: read, seconds, fifths: fifthsOf(marks, read), cpu };
}

function fifthsOf(marks: readonly (readonly [number, number])[], rows: number): readonly number[] {
  const endMs = (part: number): number =>
    marks.find(([read]) => read >= (rows * part) / FIFTHS)?.[1] ?? Number.NaN;
  return Array.from({ length: FIFTHS }, (_, part) => (endMs(part + 1) - endMs(part)) / 1000);
}

function engineCpu(): number {
  return childrenOf(process.pid).reduce((sum, child) => sum + cpuMicrosecondsOf(child), 0);
}

/** Processor time of the first thread, in ticks of 10 ms. */
function loopCpu(): number {
  const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12).map(Number);
  return (user + system) * 10_000;
}

if (process.argv[1] === import.meta.filename) {
  const [, , root = '', order = '{}'] = process.argv;
  console.log(JSON.stringify(await measure(root, JSON.parse(order))));
  process.exit(0);
}
