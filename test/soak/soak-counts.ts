import { readdirSync, readFileSync } from 'node:fs';

/** What a soak found; printed while it runs and at its end. */
export class SoakCounts {
  readonly #startedMs = Date.now();
  readonly #tallies = new Map<string, number>();
  readonly #failures: string[] = [];
  readonly #latencies: { readonly atMs: number; readonly ms: number }[] = [];
  readonly #readings: { readonly atMs: number; readonly memory: number; readonly descriptors: number }[] = [];

  add(name: string, count = 1): void {
    this.#tallies.set(name, this.of(name) + count);
  }

  of(name: string): number {
    return this.#tallies.get(name) ?? 0;
  }

  /** Something that must not be; the first of them are printed whole. */
  fail(kind: 'wrong' | 'lost' | 'doubled', sentence: string, count = 1): void {
    this.add(kind, count);
    if (this.#failures.length >= 20) return;
    this.#failures.push(`${kind}: ${sentence}`);
    console.log(`${kind}: ${sentence.slice(0, 500)}`);
  }

  /** A failure that the service logged for a request or a build; the first of them are printed as it told them. */
  failed(line: string): void {
    this.add('failures logged');
    if (this.of('failures logged') <= 20) console.log(line.slice(0, 2_000));
  }

  /** How long an honest tenant waited for an answer. */
  waited(ms: number): void {
    this.#latencies.push({ atMs: Date.now(), ms });
  }

  /** Looks at the memory and the descriptors of a process. */
  read(processId: number): void {
    try {
      const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1];
      const descriptors = readdirSync(`/proc/${processId}/fd`).length;
      this.#readings.push({ atMs: Date.now(), memory: Number(resident) / 1024, descriptors });
    } catch {
      // It has just been killed, as it should be.
    }
  }

  /** One line for each minute. */
  progress(): string {
    const seconds = Math.round((Date.now() - this.#startedMs) / 1000);
    return `${seconds} s: ${this.#tallyText()}`;
  }

  /** All of it, and whether nothing is wrong. */
  report(): { readonly text: string; readonly isFine: boolean } {
    const isFine = ['wrong', 'lost', 'doubled'].every((name) => this.of(name) === 0) && this.of('judged') > 0;
    const lines = [
      `answers judged ${this.of('judged')}, wrong ${this.of('wrong')}, lost ${this.of('lost')}, doubled ${this.of('doubled')}`,
      `all: ${this.#tallyText()}`,
      ...(['first', 'last'] as const).map((which) => this.#tenth(which)),
      ...this.#failures,
      isFine ? 'The soak is fine.' : 'THE SOAK HAS FAILED.',
    ];
    return { text: lines.join('\n'), isFine };
  }

  #tallyText(): string {
    const sorted = [...this.#tallies].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([name, count]) => `${name} ${count}`).join(', ');
  }

  /** Of the time in which it was read: the start before it and the last checks behind it take longer than a tenth. */
  #tenth(which: 'first' | 'last'): string {
    const fromMs = this.#readings[0]?.atMs ?? this.#startedMs;
    const toMs = this.#readings.at(-1)?.atMs ?? Date.now();
    const length = (toMs - fromMs) / 10;
    const isIn = ({ atMs }: { readonly atMs: number }): boolean =>
      which === 'first' ? atMs <= fromMs + length : atMs >= toMs - length;
    const waited = this.#latencies.filter(isIn).map(({ ms }) => ms);
    const readings = this.#readings.filter(isIn);
    const most = (values: readonly number[]): number => Math.round(Math.max(0, ...values));
    return (
      `${which} tenth: ${waited.length} answers, p50 ${quantile(waited, 0.5)} ms, p99 ${quantile(waited, 0.99)} ms, ` +
      `memory ${most(readings.map(({ memory }) => memory))} MB, descriptors ${most(readings.map((each) => each.descriptors))}`
    );
  }
}

function quantile(values: readonly number[], part: number): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0);
}
