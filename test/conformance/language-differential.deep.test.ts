import { expect, test } from 'vitest';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { checkReadAlike } from './check-read-alike.ts';
import { ReferenceParser } from './reference-parser.ts';

const count = scaled(20_000);

test(`${count} random trees are read alike by the published parser (seed ${seed()})`, async () => {
  const reference = await ReferenceParser.create();
  expect(await checkReadAlike(reference, count)).toBeGreaterThan(count / 2);
});
