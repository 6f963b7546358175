import { LookupChooser } from '../services/lookups/lookup-chooser.ts';
import type { LookupServices } from '../services/lookups/lookup-services.ts';
import type { Services } from '../services/services.ts';
import type { Settings } from './config.ts';

/** How long it may take until a lookup is begun that a saved endpoint gains by. */
const CHOICE_POLL_MS = 30_000;

/** The parts that have to do with lookups alone. */
export function lookupParts(
  { lookups, largeProjectEvents, lookupDiskPercent }: Settings,
  services: Omit<LookupServices, 'writeLock'>,
): Pick<Services, 'lookupChooser'> {
  const bounds = { mostOfProject: lookups, leastEvents: largeProjectEvents, diskPercent: lookupDiskPercent };
  return { lookupChooser: new LookupChooser(services, { ...bounds, pollMs: CHOICE_POLL_MS }) };
}
