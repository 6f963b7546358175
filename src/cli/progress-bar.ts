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
      format: `${what} {bar} {value} of {total}, {rate} a second, {left} left`,
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
      const perSecond = done / seconds;
      const pace = {
        rate: Math.round(perSecond).toLocaleString('en'),
        left: perSecond === 0 ? '?' : minutesAndSeconds((all - done) / perSecond),
      };
      if (!isStarted) bar.start(all, done, pace);
      isStarted = true;
      bar.update(done, pace);
    },
    end: () => bar.stop(),
  };
}

/** Such as `4s` and `12m05s`, rounded up. */
function minutesAndSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole}s`;
  return `${Math.floor(whole / 60)}m${String(whole % 60).padStart(2, '0')}s`;
}
