import { createPrivateKey } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSecret } from '../../../src/services/access/secret.ts';
import { payloadOf, signedToken, type TestSigner } from '../../fixtures/sign-token.ts';
import { type ServiceProcess, startServiceProcess } from '../../fixtures/start-process.ts';

// Tokens, keys and what tokens fix are told nowhere: not in the log at its most talkative, in the run log, the activity
// or the metrics, whatever became of the call. [SPEC-7.14.7].

const FIXED = 'canary-of-a-tenant';
const HELD = 'canary-of-a-variable';
const ROOT_KEY = newSecret('slp_');

let service: ServiceProcess;
let signer: TestSigner;
let secret: string;
beforeAll(async () => {
  service = await startServiceProcess({
    SLUICE_ROOT_KEY: ROOT_KEY,
    SLUICE_LOG_LEVEL: 'debug',
    SLUICE_LOG_REQUESTS: 'on',
  });
  const made = await service.call('POST', 'signing_keys', { body: { label: 'shop', generate: true } });
  expect(made.status).toBe(201);
  const { id, algorithm, private_key } = made.json;
  secret = private_key.d;
  signer = { id, algorithm, projectId: 1, privateKey: createPrivateKey({ key: private_key, format: 'jwk' }) };
  const query = 'select count() as n from events where event = {variables.held}';
  const body = { name: 'seen', query: { kind: 'HogQLQuery', query } };
  expect((await service.call('POST', 'endpoints', { body })).status).toBe(201);
}, 60_000);
afterAll(() => service?.close());

const CLAIMS = {
  endpoints: ['seen'],
  filters: [{ key: 'organization', type: 'event', operator: 'exact', value: FIXED }],
  variables: { held: HELD },
};

const token = (sluice: object = CLAIMS, more: object = {}) =>
  signedToken(signer, payloadOf(signer, Date.now(), sluice, more));

test('nothing of a token is told, whether it was answered or refused', async () => {
  const right = token();
  const [header = '', payload = '', signature = ''] = right.split('.');
  const tokens = {
    right,
    expired: token(CLAIMS, { exp: Math.floor(Date.now() / 1000) - 900 }),
    unsigned: `${header}.${payload}.`,
    forged: `${header}.${payload}.${signature.slice(2)}aa`,
    'of a member that is not there': token({ ...CLAIMS, odd: FIXED }),
    'that applies to nothing': token({ ...CLAIMS, variables: { nobody: HELD } }),
    'as a key': `slp_${payload.slice(0, 40)}`,
  };
  const run = { path: 'endpoints/seen/run', body: {} };
  const calls = [
    run,
    { ...run, body: { variables: { held: 'other' } } },
    { ...run, body: { filters_override: { properties: [{ key: 'organization', value: 'other' }] } } },
    { ...run, body: { debug: true } },
    { path: 'endpoints/batch_run', body: { calls: [{ name: 'seen' }, { name: 'absent' }] } },
    { path: 'endpoints', body: { name: 'mine' } },
  ];
  const statuses = new Set<number>();
  for (const key of Object.values(tokens))
    for (const { path, body } of calls)
      statuses.add((await service.call('POST', path, { body, key })).status);
  expect([...statuses].toSorted()).toEqual([200, 401, 403]);
  const told = await whatIsTold();
  expect(told).toContain('seen');
  const secrets = [
    ...Object.values(tokens).flatMap((each) => each.split('.').slice(1)),
    ...[...Object.values(tokens), FIXED, HELD, secret, ROOT_KEY],
  ].filter((text) => text.length > 8);
  expect(secrets.filter((text) => told.includes(text))).toEqual([]);
  // Whose call it was is told.
  expect(told).toContain(signer.id);
}, 60_000);

/** Everything that the service tells of what was called: written behind the answers. */
async function whatIsTold(): Promise<string> {
  const runs = async () => (await service.call('GET', 'runs')).json.results;
  await expect.poll(async () => (await runs()).length).toBeGreaterThan(5);
  const metrics = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${ROOT_KEY}` } });
  const answers = await Promise.all(
    [
      'runs',
      'endpoints/seen/logs',
      'endpoints/seen/usage',
      'usage?by=subject',
      'activity',
      'signing_keys',
    ].map(async (path) => JSON.stringify((await service.call('GET', path)).json)),
  );
  return [...service.log(), await metrics.text(), ...answers].join('\n');
}
