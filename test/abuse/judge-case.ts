import type { AbuseCase, Answered } from './abuse-case.ts';
import type { LoopReading } from './loop-meter.ts';
import type { MeasuredService } from './start-measured-service.ts';

// [SPEC-8.1].

/** No input holds the event loop longer ([SPEC-8]), on a machine that does nothing else. */
const MOST_STEP_MS = 50;
/** A case whose mark must go stays this far below, so that none goes and comes back. */
const SURELY_FINE_MS = MOST_STEP_MS / 2;

export interface Judgement {
  readonly answers: readonly Answered[];
  /** The shortest of the repeats' longest steps, as a quiet machine would show it. */
  readonly stepMs: number;
  readonly readings: readonly LoopReading[];
}

/**
 * Sends a case until its longest step is short enough, at most `repeats` times. What is synchronous work shows in every
 * repeat; a garbage collection or the first translation of code shows in some.
 */
export async function judgeCase(
  service: MeasuredService,
  abuse: Pick<AbuseCase, 'send'>,
  repeats: number,
): Promise<Judgement> {
  const answers: Answered[] = [];
  const readings: LoopReading[] = [];
  let stepMs = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < repeats && stepMs > SURELY_FINE_MS; repeat += 1) {
    const reading = await service.measure(async () => {
      answers.push(await abuse.send(service, repeat));
    });
    readings.push(reading);
    stepMs = Math.min(stepMs, reading.longestStepMs / reading.slowdown);
  }
  return { answers, stepMs, readings };
}

/** What is wrong with the steps of a judged case; null when nothing is. */
export function complaint(abuse: AbuseCase, { stepMs, readings }: Judgement): string | null {
  if (abuse.expectedUntil === undefined && stepMs > MOST_STEP_MS)
    return `held the loop ${stepMs.toFixed(0)} ms, more than ${MOST_STEP_MS}: ${JSON.stringify(readings)}`;
  if (abuse.expectedUntil !== undefined && stepMs <= SURELY_FINE_MS)
    return `is fine by now (${stepMs.toFixed(0)} ms): remove its mark "expectedUntil"`;
  return null;
}
