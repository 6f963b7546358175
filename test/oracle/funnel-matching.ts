/** An event and the steps that it may complete. */
export interface Offer {
  readonly ms: number;
  readonly steps: readonly number[];
}

/**
 * The times at which one more step is completed, when every step takes another event: an event counts when the steps of
 * the events before it can be dealt out anew so that one is left for it.
 * @param offers in time order
 */
export function rankTimes(offers: readonly Offer[]): number[] {
  const owners = new Map<number, Offer>();
  return offers.filter((offer) => findsStep(offer, owners, new Set())).map(({ ms }) => ms);
}

function findsStep(offer: Offer, owners: Map<number, Offer>, asked: Set<number>): boolean {
  for (const step of offer.steps) {
    if (asked.has(step)) continue;
    asked.add(step);
    const owner = owners.get(step);
    if (owner !== undefined && !findsStep(owner, owners, asked)) continue;
    owners.set(step, offer);
    return true;
  }
  return false;
}
