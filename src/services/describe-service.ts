import type { Engine } from '../adapters/engine/engine.ts';
import { readEngineVersion } from '../adapters/engine/statements/engine-version.ts';
import type { Clock, SettableClock } from '../base/clock.ts';
import { isoTime } from '../base/iso-time.ts';
import type { ServiceAnswer } from '../schema/service.ts';

/** What is known of a service when it starts, and how its engine is asked for its version. */
export interface ServiceFacts {
  readonly version: string;
  readonly engineKind: ServiceAnswer['engine']['kind'];
  readonly limits: ServiceAnswer['limits'];
  /** Resolves to null while the engine does not tell. */
  readonly engineVersion: () => Promise<string | null>;
}

export interface DescribedService {
  readonly clock: Clock;
  readonly testClock: SettableClock | null;
  readonly facts: ServiceFacts;
}

/** What service this is, and what time it has. @param publicUrl empty when nobody has said it */
export async function describeService(
  { clock, testClock, facts }: DescribedService,
  publicUrl: string,
): Promise<ServiceAnswer> {
  return {
    version: facts.version,
    now: isoTime(clock.nowMs()),
    engine: { kind: facts.engineKind, version: await facts.engineVersion() },
    limits: facts.limits,
    public_url: publicUrl === '' ? null : publicUrl,
    test_clock: testClock !== null,
  };
}

/** Asks the engine for its version until it has answered once. */
export function engineVersionOf(engine: Pick<Engine, 'command'>): ServiceFacts['engineVersion'] {
  let asked: Promise<string | null> | undefined;
  return () => {
    asked ??= readEngineVersion(engine).catch(() => {
      asked = undefined;
      return null;
    });
    return asked;
  };
}
