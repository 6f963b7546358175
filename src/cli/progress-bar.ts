import { Presets, SingleBar } from 'cli-progress';

/** Shows how far a long work is. */
export interface ProgressBar {
  update(done: number, all: number): void;
  end(): void;
}

/** A bar on a terminal; elsewhere a line every few seconds. */
export function progressBar(what: string): ProgressBar {
  const bar = new SingleBar(
    {
      format: `${what} {bar} {value} of {total}, {duration_formatted}`,
      noTTYOutput: true,
      notTTYSchedule: 5_000,
    },
    Presets.shades_classic,
  );
  let isStarted = false;
  return {
    update: (done, all) => {
      if (!isStarted) bar.start(all, done);
      isStarted = true;
      bar.update(done);
    },
    end: () => bar.stop(),
  };
}
