import { test } from 'vitest';
import { failImport } from './fail-import.ts';

test('an import that fails at some call to the engine doubles nothing, and a new import completes it', async () => {
  await failImport(11);
});
