import type { KnownState } from './known-state.ts';
import { Missing } from './missing.ts';

/** A decision over what is known, without waiting: its answer, or what it must know first. It can be asked again. */
export type Decision<Answer> = (known: KnownState) => Answer | Missing;

/**
 * Makes a decision: asks it, loads what it misses, asks again. When all it needs is known the first turn is the last,
 * and `onAnswer` is called before this returns. @param onError told of what the decision throws, or loading
 */
export function decide<Answer>(
  catalog: { look(): KnownState },
  decision: Decision<Answer>,
  onAnswer: (answer: Answer) => void,
  onError: (error: Error) => void,
): void {
  const known = catalog.look();
  const turn = (): void => {
    let found: Answer | Missing;
    try {
      found = decision(known);
    } catch (error) {
      onError(error as Error);
      return;
    }
    if (found instanceof Missing) known.load(found).then(turn, onError);
    else onAnswer(found);
  };
  turn();
}

/** As `decide`, for those who wait. */
export function whenKnown<Answer>(
  catalog: { look(): KnownState },
  decision: Decision<Answer>,
): Promise<Answer> {
  return new Promise((resolve, reject) => decide(catalog, decision, resolve, reject));
}
