import { test } from 'vitest';
import { seed } from '../fixtures/test-scale.ts';
import { killCapture } from './kill-capture.ts';

test('a service killed again and again under load keeps every acknowledged event, once', async () => {
  await killCapture(3, seed());
}, 180_000);
