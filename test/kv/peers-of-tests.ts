import type { Peers, Topic } from '../../src/adapters/store/database.ts';

/** Lets services hear at once of what the others tell. */
export class PeersOfTests implements Peers {
  readonly #listeners: ((text: string) => void)[] = [];
  readonly #gapListeners: (() => void)[] = [];

  async tell(_topic: Topic, text: string): Promise<void> {
    for (const listener of this.#listeners) listener(text);
  }

  onTold(_topic: Topic, listener: (text: string) => void): void {
    this.#listeners.push(listener);
  }

  onGap(listener: () => void): void {
    this.#gapListeners.push(listener);
  }

  /** As after a lost connection: nobody knows what was told meanwhile. */
  tellGap(): void {
    for (const listener of this.#gapListeners) listener();
  }
}
