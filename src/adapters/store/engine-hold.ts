/**
 * The right of one engine to answer for a metadata store. Services that share a store but not an engine would each
 * answer from other events, so only one of these services may work at a time.
 */
export interface EngineHold {
  /** `lost`: the connection that holds the store is away. `taken`: another engine has it meanwhile. */
  readonly state: 'held' | 'lost' | 'taken';
  release(): Promise<void>;
}

/** The hold on a store that only this process can reach, such as SQLite in a locked data folder: always held. */
export const ownStore: EngineHold = { state: 'held', release: async () => undefined };
