/**
 * The right of one engine to answer for a metadata store. Services that share a store and not an engine would answer
 * each from its own events, so only one of them may work at a time.
 */
export interface EngineHold {
  /** `lost`: the connection that holds the store is away. `taken`: another engine has it meanwhile. */
  readonly state: 'held' | 'lost' | 'taken';
  release(): Promise<void>;
}

/** A store that only this process can reach, as SQLite in a locked data folder. */
export const ownStore: EngineHold = { state: 'held', release: async () => undefined };
