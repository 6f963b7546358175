// A tenant who behaves, in a process of its own, so that the work of the other's senders does not slow its clock down.
// It asks for a cached answer and, beside it, for one of a server that does nothing else; now and then for something
// small that is not cached. It is told by messages when to begin and to end.

/** What to ask for. */
export interface Errand {
  readonly kind: 'begin';
  /** Where the cached answer is. */
  readonly cachedUrl: string;
  readonly queryUrl: string;
  readonly controlUrl: string;
  readonly key: string;
}

export interface Experience {
  readonly cachedMs: readonly number[];
  readonly controlMs: readonly number[];
  /** Statuses of what was not cached, in order. */
  readonly small: readonly number[];
  /** What was not answered with 200, or not from the cache. */
  readonly failures: readonly string[];
}

const CACHED_EVERY_MS = 20;
const SMALL_EVERY_MS = 250;

class GoodTenant {
  readonly #errand: Errand;
  readonly #cachedMs: number[] = [];
  readonly #controlMs: number[] = [];
  readonly #small: number[] = [];
  readonly #failures: string[] = [];
  readonly #calls = new Set<Promise<void>>();
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(errand: Errand) {
    this.#errand = errand;
    this.#timers = [
      setInterval(() => this.#note(this.#askBoth()), CACHED_EVERY_MS),
      setInterval(() => this.#note(this.#askSmall()), SMALL_EVERY_MS),
    ];
  }

  async end(): Promise<Experience> {
    this.#timers.forEach(clearInterval);
    await Promise.all(this.#calls);
    return {
      cachedMs: this.#cachedMs,
      controlMs: this.#controlMs,
      small: this.#small,
      failures: this.#failures,
    };
  }

  #note(call: Promise<void>): void {
    const noted = call.catch((error: unknown) => void this.#failures.push(String(error)));
    this.#calls.add(noted);
    void noted.then(() => this.#calls.delete(noted));
  }

  async #askBoth(): Promise<void> {
    const { cachedUrl, controlUrl } = this.#errand;
    await Promise.all([
      this.#timed(this.#cachedMs, async () => {
        const answer = await this.#post(cachedUrl, {});
        const text = await answer.text();
        if (answer.status !== 200 || !text.includes('"served_from":"cache"'))
          this.#failures.push(`${answer.status} ${text.slice(0, 300)}`);
      }),
      this.#timed(this.#controlMs, async () => void (await (await fetch(controlUrl)).text())),
    ]);
  }

  async #askSmall(): Promise<void> {
    const query = `select ${this.#small.length} as n, count() from numbers(10)`;
    const answer = await this.#post(this.#errand.queryUrl, { query: { kind: 'HogQLQuery', query } });
    const text = await answer.text();
    this.#small.push(answer.status);
    if (answer.status !== 200) this.#failures.push(`${answer.status} ${text.slice(0, 300)}`);
  }

  #post(url: string, body: object): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#errand.key}`, 'content-type': 'application/json' };
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #timed(into: number[], work: () => Promise<void>): Promise<void> {
    const startedMs = performance.now();
    await work();
    into.push(performance.now() - startedMs);
  }
}

let tenant: GoodTenant | undefined;
process.on('message', async (message: Errand | { readonly kind: 'end' }) => {
  if (message.kind === 'begin') tenant = new GoodTenant(message);
  else process.send?.(await tenant?.end());
});
process.once('disconnect', () => process.exit(0));
