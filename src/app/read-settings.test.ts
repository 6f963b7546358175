import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeSettings, type GivenSettings } from './config.ts';
import { readSettings, SettingsError } from './read-settings.ts';

// [SPEC-10.1].

function problemsOf(environment: Record<string, string>, flags: GivenSettings = {}): readonly string[] {
  try {
    readSettings({ environment, flags });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('readSettings', () => {
  test('has a default for everything that is not optional', () => {
    const settings = readSettings({ environment: {} });
    expect(settings).toMatchObject({ host: '127.0.0.1', port: 8700, demo: false, maxBodyBytes: 1_048_576 });
    expect(settings.rateLimits).toEqual({
      runsPerMinute: 6000,
      executionsPerMinute: 240,
      executionsPerHour: 2400,
      refusalsPerMinute: 60,
    });
    expect(path.isAbsolute(settings.dataDir)).toBe(true);
  });

  test('lets flags win over the environment, and the environment over the file', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'sluice-config-'));
    const file = path.join(folder, 'settings.json');
    writeFileSync(file, JSON.stringify({ host: '::1', port: 1, maxQueries: 3 }));
    const settings = readSettings({
      file,
      environment: { SLUICE_PORT: '2', SLUICE_HOST: 'localhost' },
      flags: { port: 3 },
    });
    rmSync(folder, { recursive: true });
    expect(settings).toMatchObject({ host: 'localhost', port: 3, maxQueries: 3 });
  });

  test('lists every problem at once', () => {
    const environment = {
      SLUICE_PORT: 'x',
      SLUICE_HOTS: '1',
      SLUICE_TEST_CLOCK: '1',
      SLUICE_HOST: '0.0.0.0',
    };
    const problems = problemsOf(environment, { demo: 'perhaps' }).join('\n');
    for (const part of ['SLUICE_PORT', 'SLUICE_HOTS', 'SLUICE_TEST_CLOCK: only', 'SLUICE_DEMO'])
      expect(problems).toContain(part);
  });

  test('reads proxies and the public address', () => {
    const environment = {
      SLUICE_TRUSTED_PROXIES: '10.0.0.0/8, ::1,',
      SLUICE_PUBLIC_URL: 'https://a.example/sluice/',
    };
    expect(readSettings({ environment })).toMatchObject({
      trustedProxies: ['10.0.0.0/8', '::1'],
      publicUrl: 'https://a.example/sluice',
    });
    expect(readSettings({ environment: {} }).trustedProxies).toEqual([]);
  });

  test.each([
    ['SLUICE_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['SLUICE_TRUSTED_PROXIES', 'localhost'],
    ['SLUICE_TRUSTED_PROXIES', '10.0.0.1 10.0.0.2'],
    ['SLUICE_PUBLIC_URL', 'a.example'],
    ['SLUICE_PUBLIC_URL', 'javascript:alert(1)'],
    ['SLUICE_PUBLIC_URL', 'https://user:secret@a.example'],
    ['SLUICE_PUBLIC_URL', 'https://a.example/?x=1'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value }).join()).toContain(`${name}: `);
  });

  test.each([
    ['off', { runsPerMinute: 0, executionsPerMinute: 0, executionsPerHour: 0, refusalsPerMinute: 0 }],
    ['1,2,3,4', { runsPerMinute: 1, executionsPerMinute: 2, executionsPerHour: 3, refusalsPerMinute: 4 }],
  ])('reads the rate limits %s', (text, limits) => {
    expect(readSettings({ environment: { SLUICE_RATE_LIMITS: text } }).rateLimits).toEqual(limits);
  });

  test.each(['1', '1,2,3', 'no', '1,2,3,x'])('refuses the rate limits %s', (text) => {
    expect(problemsOf({ SLUICE_RATE_LIMITS: text })).toHaveLength(1);
  });
});

test.each([
  ['s3://snapshots', { bucket: 'snapshots', prefix: '' }],
  ['s3://snapshots/', { bucket: 'snapshots', prefix: '' }],
  ['s3://my.bucket-1/a/b', { bucket: 'my.bucket-1', prefix: 'a/b' }],
])('reads the object store %s', (text, objectStore) => {
  const environment = {
    SLUICE_OBJECT_STORE: text,
    SLUICE_S3_ACCESS_KEY_ID: 'a',
    SLUICE_S3_SECRET_ACCESS_KEY: 'b',
  };
  const settings = readSettings({ environment });
  expect(settings).toMatchObject({ objectStore, s3PathStyle: true, s3Region: 'us-east-1' });
  const described = describeSettings(settings);
  expect(described.find(({ name }) => name === 's3SecretAccessKey')?.value).toBe('***');
});

test.each(['s3://', 'gs://a', 's3://Bucket', 's3://bucket/a b', 's3://bucket/../other'])(
  'refuses the object store %s',
  (text) => {
    expect(problemsOf({ SLUICE_OBJECT_STORE: text }).join()).toContain('must be s3://bucket/prefix');
  },
);

test('an object store needs keys', () => {
  expect(problemsOf({ SLUICE_OBJECT_STORE: 's3://bucket' }).join()).toContain('SLUICE_S3_ACCESS_KEY_ID');
  // A bucket that was forgotten is told, and no key.
  const without = problemsOf({ SLUICE_S3_ACCESS_KEY_ID: 'a', SLUICE_S3_SECRET_ACCESS_KEY: 'hidden' }).join();
  expect(without).toContain('means nothing without SLUICE_OBJECT_STORE');
  expect(without).not.toContain('hidden');
});

test('describeSettings masks secrets', () => {
  const rootKey = `slp_${'a'.repeat(43)}`;
  const described = describeSettings(readSettings({ environment: { SLUICE_ROOT_KEY: rootKey } }));
  expect(described.find(({ name }) => name === 'rootKey')?.value).toBe('***');
  expect(JSON.stringify(described)).not.toContain(rootKey);
  expect(described.every(({ sentence }) => sentence.length > 10)).toBe(true);
});
