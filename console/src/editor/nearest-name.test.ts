import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

test.each([
  ['$browsr', ['$browser', 'plan'], '$browser'],
  ['Evnts', ['persons', 'events'], 'events'],
  ['plan', ['plain', 'plane'], 'plain'],
  ['xyz', ['events'], null],
  ['a', ['b', 'ccc'], 'b'],
])('%s of %j', (wanted, names, nearest) => expect(nearestName(wanted, names)).toBe(nearest));
