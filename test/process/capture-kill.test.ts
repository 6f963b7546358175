import { test } from 'vitest';
import { seed } from '../fixtures/test-scale.ts';
import { killCapture } from './kill-capture.ts';

test('a service killed ten times under load keeps every acknowledged event, once', async () => {
  await killCapture(10, seed());
}, 180_000);
