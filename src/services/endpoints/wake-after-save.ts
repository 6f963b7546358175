import type { EndpointServices } from './endpoint-services.ts';

type Choosers = Pick<EndpointServices, 'promoter' | 'lookupChooser'>;

/**
 * Has everything that works behind the answers look at a saved endpoint now: its builds, columns and lookups. All
 * services of the store look: one that is choosing may have read the endpoints before the save, and meanwhile no other
 * one chooses.
 */
export function wakeAfterSave(
  services: Choosers & Pick<EndpointServices, 'scheduler' | 'database' | 'observe'>,
): void {
  services.scheduler.wake();
  wakeChoosers(services);
  // Nobody waits for it: without the message they look a minute later.
  services.database.peers?.tell('saved', '').catch((error: unknown) => {
    services.observe({ kind: 'failure', where: 'tell of a save', error });
  });
}

/** Has columns and lookups chosen after what other services save, also when that may have gone unheard. */
export function followSaves({ database, ...choosers }: Choosers & Pick<EndpointServices, 'database'>): void {
  const { peers } = database;
  peers?.onTold('saved', () => wakeChoosers(choosers));
  peers?.onGap(() => wakeChoosers(choosers));
}

function wakeChoosers({ promoter, lookupChooser }: Choosers): void {
  for (const woken of [promoter, lookupChooser]) woken.wake();
}
