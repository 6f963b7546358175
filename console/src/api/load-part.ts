import { fetchRaw } from './client.ts';

/** Between two tries while the service is away, in ms. */
const WAIT_MS = 1000;

/** An import that fails although the service answers, this many times, names a part that is not there. */
const MOST_REFUSALS = 2;

/**
 * Loads a part of the console. While the service is away it waits for it, so that nothing on the screen is lost.
 * @param load `() => import('./screen.tsx')`
 * @throws what the import says when the service answers and has no such part: the console is of another version
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let refusals = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      const isAway = await fetchRaw('/_livez').then(
        () => false,
        () => true,
      );
      if (isAway) await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      else refusals += 1;
      if (refusals === MOST_REFUSALS) throw error;
      await loadStylesAgain();
    }
  }
}

/** Style sheets that did not come are asked for by nobody else: the bundler takes what it has asked for as there. */
async function loadStylesAgain(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ sheet }) => sheet === null,
  );
  await Promise.all(
    failed.map((link) => {
      const again = link.cloneNode() as HTMLLinkElement;
      const isDone = new Promise((resolve) => {
        again.onload = resolve;
        again.onerror = resolve;
      });
      link.replaceWith(again);
      return isDone;
    }),
  );
}
