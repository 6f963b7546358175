import { readdirSync, readFileSync } from 'node:fs';

const MICROSECONDS_PER_TICK = 10_000;

/** Processor time of a process so far, all its threads, in steps of 10 ms: fields 14 and 15 of /proc/<pid>/stat. */
export function cpuMicrosecondsOf(processId: number): number {
  const [, behindName = ''] = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ');
  const fields = behindName.split(' ').map(Number);
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) * MICROSECONDS_PER_TICK;
}

/** The processes that a process has started. */
export function childrenOf(processId: number): readonly number[] {
  return readdirSync(`/proc/${processId}/task`).flatMap((task) =>
    readFileSync(`/proc/${processId}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
