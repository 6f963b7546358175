import { setTimeout as delay } from 'node:timers/promises';
import type { RandomSource } from '../fixtures/random-source.ts';
import type { WRITE_MOMENTS } from './engine-gate.ts';
import type { Deployment } from './start-deployment.ts';

/** Something that happens to a part of a deployment. It has passed when its promise resolves. */
export interface Fault {
  readonly what: string;
  /** Faults of the same part do not happen at once. */
  readonly part: 'service' | 'engine' | 'postgres' | 'redis';
  readonly happen: (deployment: Deployment, random: RandomSource) => Promise<void>;
}

const LONGEST_FREEZE_MS = 4_000;
const LONGEST_AWAY_MS = 2_000;

type WriteMoment = (typeof WRITE_MOMENTS)[number];

/** Short faults of every part. */
export const FAULTS: readonly Fault[] = [
  {
    what: 'a service is killed',
    part: 'service',
    happen: async (deployment, random) => {
      const place = random.below(deployment.services.length);
      await deployment.kill(place);
      await delay(random.below(LONGEST_AWAY_MS));
      await deployment.revive(place);
    },
  },
  {
    what: 'a service is held still',
    part: 'service',
    happen: (deployment, random) => {
      const service = deployment.services[random.below(deployment.services.length)];
      return heldStill(random, {
        freeze: () => signal(service?.processId, 'SIGSTOP'),
        thaw: () => signal(service?.processId, 'SIGCONT'),
      });
    },
  },
  {
    what: 'the engine is killed',
    part: 'engine',
    happen: async (deployment, random) => {
      await deployment.endEngine();
      await delay(random.below(LONGEST_AWAY_MS));
      await deployment.startEngine();
    },
  },
  {
    what: 'the engine is held still',
    part: 'engine',
    happen: (deployment, random) =>
      heldStill(random, { freeze: deployment.freezeEngine, thaw: deployment.thawEngine }),
  },
  {
    what: 'PostgreSQL is killed',
    part: 'postgres',
    happen: ({ postgres }) => postgres.restart(),
  },
  {
    what: 'PostgreSQL is held still',
    part: 'postgres',
    happen: ({ postgres }, random) => heldStill(random, postgres),
  },
  { what: 'Redis is killed', part: 'redis', happen: ({ redis }) => redis.restart() },
  {
    what: 'Redis is held still',
    part: 'redis',
    happen: ({ redis }, random) => heldStill(random, redis),
  },
];

/** A service is killed at a moment of writing a block, and comes back. */
export function killedAt(moment: WriteMoment): Fault {
  return {
    what: `a service is killed ${moment.name}`,
    part: 'service',
    happen: async (deployment, random) => {
      const place = random.below(deployment.services.length);
      await deployment.gates[place]?.cutAt(moment, async () => {
        await deployment.kill(place);
        return 'gone';
      });
      await delay(random.below(LONGEST_AWAY_MS));
      await deployment.revive(place);
    },
  };
}

/** Longer than a lease. */
const OVER_A_LEASE_MS = 75_000;

/** A service is held still in the middle of a block until its lease is over; then its statement goes on too. */
export function frozenAt(moment: WriteMoment): Fault {
  return {
    what: `a service is held still for longer than its lease ${moment.name}`,
    part: 'service',
    happen: async (deployment, random) => {
      const place = random.below(deployment.services.length);
      const service = deployment.services[place];
      await deployment.gates[place]?.cutAt(moment, async () => {
        signal(service?.processId, 'SIGSTOP');
        await delay(OVER_A_LEASE_MS);
        signal(service?.processId, 'SIGCONT');
        return 'goes on';
      });
    },
  };
}

async function heldStill(
  random: RandomSource,
  { freeze, thaw }: { readonly freeze: () => void; readonly thaw: () => void },
): Promise<void> {
  freeze();
  await delay(300 + random.below(LONGEST_FREEZE_MS));
  thaw();
}

function signal(processId: number | undefined, name: NodeJS.Signals): void {
  if (processId === undefined) throw new Error('there is no service');
  process.kill(processId, name);
}
