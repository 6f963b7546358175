import { test } from 'vitest';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { killFolds } from './kill-folds.ts';

test(`a service killed again and again while it folds persons changes no answer (seed ${seed()})`, async () => {
  await killFolds(scaled(100), seed());
});
