import type { EndpointServices } from './endpoint-services.ts';

/** Has everything that works behind the answers look at a saved endpoint now: its builds, columns and lookups. */
export function wakeAfterSave({
  scheduler,
  promoter,
  lookupChooser,
}: Pick<EndpointServices, 'scheduler' | 'promoter' | 'lookupChooser'>): void {
  for (const woken of [scheduler, promoter, lookupChooser]) woken.wake();
}
