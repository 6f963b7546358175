import { sql } from 'kysely';
import type { Peers, Queryable, Topic } from './database.ts';
import { fromStoredText } from './postgres-text.ts';

const CHANNEL_OF: Readonly<Record<Topic, string>> = {
  cancel: 'sluice_cancel',
  cancelled: 'sluice_cancelled',
  progress: 'sluice_progress',
  progressed: 'sluice_progressed',
  clock: 'sluice_clock',
  forced_result: 'sluice_forced_result',
  saved: 'sluice_saved',
};

/** Channels on which processes speak to each other. */
export const PEER_CHANNELS: readonly string[] = Object.values(CHANNEL_OF);

/** What is said by `NOTIFY`, which reaches all schemas of a database: so the schema of the store comes first. */
export class PostgresPeers implements Peers {
  readonly #query: Queryable;
  readonly #listeners = new Map<string, ((text: string) => void)[]>();
  readonly #gapListeners: (() => void)[] = [];

  constructor(query: Queryable) {
    this.#query = query;
  }

  async tell(topic: Topic, text: string): Promise<void> {
    await sql`select pg_notify(${CHANNEL_OF[topic]}, current_schema() || ' ' || ${text})`.execute(
      this.#query,
    );
  }

  onTold(topic: Topic, listener: (text: string) => void): void {
    const channel = CHANNEL_OF[topic];
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener]);
  }

  onGap(listener: () => void): void {
    this.#gapListeners.push(listener);
  }

  /** To be called when the server delivers again, and something may have been said meanwhile. */
  tellGap(): void {
    for (const listener of this.#gapListeners) listener();
  }

  /** Takes what the server delivers. @param schema of this store */
  hear(channel: string, payload: string, schema: string): void {
    if (!payload.startsWith(`${schema} `)) return;
    const text = fromStoredText(payload.slice(schema.length + 1));
    for (const listener of this.#listeners.get(channel) ?? []) listener(text);
  }
}
