import { expect, onTestFinished, test } from 'vitest';
import { startS3 } from '../fixtures/start-s3.ts';
import { scaled, seed } from '../fixtures/test-scale.ts';
import { killBuilds } from './kill-builds.ts';

/** Fewer would not meet every moment of a build. */
const rounds = () => Math.max(10, scaled(50));

test('killed again and again while it builds into a folder', async () => {
  const sources = await killBuilds(rounds(), seed());
  expect(sources.get('materialized materialized_current')).toBeGreaterThan(0);
});

test('killed again and again while it builds into S3', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.close());
  const sources = await killBuilds(rounds(), seed() + 1, s3.settings);
  expect(sources.get('materialized materialized_current')).toBeGreaterThan(0);
});
