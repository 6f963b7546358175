import { expect, test } from 'vitest';
import { heatStep } from './heat-step.ts';

test.each([
  [0, 0],
  [0.001, 1],
  [0.05, 2],
  [0.25, 4],
  [0.5, 5],
  [1, 6],
  [1.4, 6],
])('a share of %s has step %s', (share, step) => expect(heatStep(share)).toBe(step));
