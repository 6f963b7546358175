import { expect, onTestFinished, test } from 'vitest';
import { SMOKE_STEPS, type SmokeContext } from '../../src/adapters/engine/server-check/smoke-steps.ts';
import { startTestEngine } from '../fixtures/start-engine.ts';
import { startS3 } from '../fixtures/start-s3.ts';

// The statements of the line about the bucket, on the engine's own s3 function and a storage that speaks S3.

test('the engine writes an object, reads it and refuses another one', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.close());
  const { engine, close } = await startTestEngine({
    bucket: {
      url: `${s3.endpoint}/${s3.bucket}/`,
      accessKeyId: String(s3.settings.s3AccessKeyId),
      secretAccessKey: String(s3.settings.s3SecretAccessKey),
    },
  });
  onTestFinished(close);
  const step = SMOKE_STEPS.find(({ about }) => about.startsWith('the bucket'));
  const context = { engine } as unknown as SmokeContext;
  for (let round = 0; round < 2; round += 1)
    expect(await step?.look(context)).toBe('smoke/row.json below the prefix, which stays there');
});
