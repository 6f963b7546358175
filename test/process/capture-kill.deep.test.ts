import { test } from 'vitest';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { killCapture } from './kill-capture.ts';

test('a service killed again and again under load keeps every acknowledged event, once', async () => {
  await killCapture(scaled(100), seed());
});
