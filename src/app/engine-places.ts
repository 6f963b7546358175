import type { Settings } from './config.ts';

/** How many queries of runs, and how many long queries, this service sends at once. */
export function enginePlaces(settings: Pick<Settings, 'maxQueries' | 'maxStreams' | 'maxBuilds'>): {
  readonly read: number;
  readonly long: number;
} {
  return { read: settings.maxQueries, long: settings.maxStreams + settings.maxBuilds };
}
