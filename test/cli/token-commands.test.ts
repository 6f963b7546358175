import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../fixtures/run-command-here.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';

// [SPEC-7.14.2], from the command line of a customer.

const folder = mkdtempSync(join(tmpdir(), 'sluice-tokens-'));
let service: TestService;
let signer: { readonly id: string; readonly private_key: object };
let keyFile: string;

beforeAll(async () => {
  service = await startTestService();
  const events = ['org-a', 'org-a', 'org-b'].map((organization, at) => ({
    event: 'seen',
    distinct_id: `user-${at}`,
    properties: { organization },
  }));
  await service.capture(events);
  const query = (text: string) => ({ kind: 'HogQLQuery', query: text });
  const endpoints = {
    seen: 'select count() as n from events',
    named: 'select count() as n from events where properties.organization = {variables.organization}',
  };
  for (const [name, text] of Object.entries(endpoints))
    await service.call('POST', 'endpoints', { body: { name, query: query(text) } });
  signer = (await service.call('POST', 'signing_keys', { body: { label: 'shop', generate: true } })).json;
  keyFile = join(folder, 'key.json');
  writeFileSync(keyFile, JSON.stringify(signer));
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const sign = (...args: readonly string[]) => runCommandHere(['tokens', 'sign', '--sub', 'ada', ...args]);
const signed = async (...args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await sign('--project', String(service.projectId), ...args);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout.trim();
};
const run = (token: string, name: string, body: object = {}) =>
  service.call('POST', `endpoints/${name}/run`, { key: token, body });

test('a token of the answered key shows what it fixes', async () => {
  const filtered = await signed(
    '--key-file',
    keyFile,
    '--endpoint',
    'seen',
    '--filter',
    'organization=org-a',
  );
  expect((await run(filtered, 'seen')).json.results).toEqual([[2]]);
  expect((await run(filtered, 'named')).status).toBe(403);
  const fixed = await signed('--key-file', keyFile, '--endpoint', 'named', '--var', 'organization=org-b');
  expect((await run(fixed, 'named')).json.results).toEqual([[1]]);
});

test('what is allowed is allowed', async () => {
  const args = ['--key-file', keyFile, '--endpoint', 'named', '--filter', 'organization=org-a'];
  const variables = { organization: 'org-b' };
  const strict = await run(await signed(...args), 'named', { variables });
  expect(strict.json.code).toBe('token_fixed_member');
  const free = await signed(...args, '--allow-var', 'organization');
  expect((await run(free, 'named', { variables })).json.results).toEqual([[0]]);
});

test.each([
  ['ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['RS256', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['Ed25519', () => generateKeyPairSync('ed25519')],
] as const)('a pair of %s that the customer has made signs too', async (algorithm, make) => {
  const { publicKey, privateKey } = make();
  const body = { label: algorithm, algorithm, public_key: publicKey.export({ format: 'jwk' }) };
  const { json } = await service.call('POST', 'signing_keys', { body });
  const file = join(folder, `${algorithm}.json`);
  writeFileSync(file, JSON.stringify(privateKey.export({ format: 'jwk' })));
  const args = ['--key-file', file, '--endpoint', 'seen', '--filter', 'organization=org-b', '--kid', json.id];
  expect((await run(await signed(...args), 'seen')).json.results).toEqual([[1]]);
});

test('--ttl says when it ends', async () => {
  const token = await signed('--key-file', keyFile, '--endpoint', 'seen', '--filter', 'a=b', '--ttl', '90s');
  const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(exp - iat).toBe(90);
});

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test.each([
  ['no file', () => ['--key-file', join(folder, 'absent')], /cannot be read/],
  ['no JSON', () => ['--key-file', file('text', 'secret words')], /is not JSON/],
  [
    'a public key',
    () => ['--key-file', file('public', '{"kty":"OKP","crv":"Ed25519","x":"AA"}')],
    /no private key/,
  ],
  [
    'another curve',
    () => ['--key-file', file('curve', '{"kty":"EC","crv":"P-384","d":"AA"}'), '--kid', signer.id],
    /expected a key of/,
  ],
  [
    'a key that is none',
    () => [
      '--key-file',
      file('none', '{"kty":"OKP","crv":"Ed25519","d":"secret","x":"AA"}'),
      '--kid',
      signer.id,
    ],
    /can be read/,
  ],
  ['no id', () => ['--key-file', file('jwk', JSON.stringify(signer.private_key)), '--kid', 'x'], /slk_/],
  ['no endpoint', () => ['--key-file', keyFile], /endpoints/],
  [
    'a filter without value',
    () => ['--key-file', keyFile, '--endpoint', 'seen', '--filter', 'a'],
    /name=value/,
  ],
  [
    'an unknown permission',
    () => ['--key-file', keyFile, '--endpoint', 'seen', '--allow', 'all'],
    /expected filters/,
  ],
  ['a time that is none', () => ['--key-file', keyFile, '--endpoint', 'seen', '--ttl', '2d'], /15m/],
])('%s: no token, and no letter of a key', async (_, args, reason) => {
  const { exitCode, stdout, stderr } = await sign(...args());
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(reason);
  expect(stderr).not.toContain('secret');
});
