import { Presets, SingleBar } from 'cli-progress';
import { stopwatchMs } from '../base/clock.ts';

/** Shows how far a long work is. */
export interface ProgressBar {
  update(done: number, all: number): void;
  end(): void;
}

/** A bar with rate and time left on a terminal; elsewhere a line every few seconds. */
export function progressBar(what: string): ProgressBar {
  const bar = new SingleBar(
    {
      format: `${what} {bar} {value} of {total}, {rate} a second, {eta_formatted} left`,
      noTTYOutput: true,
      notTTYSchedule: 5_000,
    },
    Presets.shades_classic,
  );
  const startedMs = stopwatchMs();
  let isStarted = false;
  return {
    update: (done, all) => {
      const seconds = Math.max(stopwatchMs() - startedMs, 1) / 1000;
      const rate = { rate: Math.round(done / seconds).toLocaleString('en') };
      if (!isStarted) bar.start(all, done, rate);
      isStarted = true;
      bar.update(done, rate);
    },
    end: () => bar.stop(),
  };
}
