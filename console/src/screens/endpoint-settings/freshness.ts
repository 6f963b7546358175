import { formatSeconds } from '../../parts/format.ts';
import type { SettingsForm } from './settings-form.ts';

/** What a caller gets as an answer grows older, in one sentence a step; fields that are no numbers yet count as off. */
export function tellFreshness(form: Pick<SettingsForm, 'cacheAge' | 'revalidate' | 'ifError'>): string {
  const age = secondsOf(form.cacheAge);
  const until = age === 0 ? 'its cache age, which follows from the kind of the query' : formatSeconds(age);
  const steps = [`Up to ${until} old, an answer comes from the cache.`];
  const revalidate = secondsOf(form.revalidate);
  const ifError = secondsOf(form.ifError);
  if (revalidate > 0)
    steps.push(`For ${formatSeconds(revalidate)} more it is answered at once while a new one is computed.`);
  steps.push('Older than that, a call waits for a new one.');
  if (ifError > 0)
    steps.push(
      `When that fails, an answer that is at most ${formatSeconds(ifError)} beyond its cache age is given.`,
    );
  return steps.join(' ');
}

const secondsOf = (text: string): number => {
  const seconds = Number(text.trim());
  return Number.isInteger(seconds) && seconds > 0 ? seconds : 0;
};
