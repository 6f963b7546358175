import { expect, test } from 'vitest';
import type { GivenSettings } from './config.ts';
import { describeSettings } from './config.ts';
import { engineSecretOf, engineSettingsObstacle } from './engine-address.ts';
import { readSettings } from './read-settings.ts';

// [ENG-15.1].

const SECRET = 'a-secret-of-more-than-32-characters';
const whole: GivenSettings = {
  engineUrl: `http://sluice:${SECRET}@10.0.0.5:8701`,
  databaseUrl: 'postgres://someone@host/sluice',
  objectStore: 's3://bucket/sluice',
  s3AccessKeyId: 'key',
  s3SecretAccessKey: 'secret',
};

const obstacleTo = (settings: GivenSettings) =>
  engineSettingsObstacle(readSettings({ environment: {}, flags: settings }));

test('an engine at an address needs nothing but PostgreSQL, a bucket and its secret', () => {
  expect(obstacleTo(whole)).toBeNull();
  expect(obstacleTo({})).toBeNull();
  expect(obstacleTo({ ...whole, engineUrl: 'https://a:8701', engineSecret: SECRET })).toBeNull();
});

test('a setting that is missing is named in one sentence with the way out', () => {
  const { databaseUrl: _, ...withoutDatabase } = whole;
  expect(obstacleTo(withoutDatabase)).toMatch(
    /^SLUICE_ENGINE_URL needs SLUICE_DATABASE_URL: .*postgres:\/\//,
  );
  const { engineUrl, databaseUrl } = whole;
  expect(obstacleTo({ engineUrl, databaseUrl })).toMatch(
    /^SLUICE_ENGINE_URL needs SLUICE_OBJECT_STORE: .*s3:\/\//,
  );
  expect(obstacleTo({ ...whole, engineUrl: 'http://10.0.0.5:8701' })).toMatch(
    /^SLUICE_ENGINE_URL needs the secret of the engine: set SLUICE_ENGINE_SECRET/,
  );
});

test('several addresses are one list, and the secret of the first that has one counts', () => {
  const engineUrl = `https://a:8701, https://sluice:${SECRET}%40@b:8701`;
  const settings = readSettings({ environment: { SLUICE_ENGINE_URL: engineUrl } });
  expect(settings.engineUrl).toEqual(['https://a:8701', `https://sluice:${SECRET}%40@b:8701`]);
  expect(engineSecretOf(settings, settings.engineUrl ?? [])).toBe(`${SECRET}@`);
});

test.each(['ftp://a', 'http://a/path', 'http://a?b', ''])('%j is no address of an engine', (engineUrl) => {
  expect(() => readSettings({ environment: { SLUICE_ENGINE_URL: engineUrl } })).toThrow('SLUICE_ENGINE_URL');
});

test('no secret is shown', () => {
  const settings = readSettings({ environment: {}, flags: { ...whole, engineSecret: SECRET } });
  expect(JSON.stringify(describeSettings(settings))).not.toContain(SECRET);
});
