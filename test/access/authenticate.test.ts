import { describe, expect, test, vi } from 'vitest';
import { findKey, recordKeyUse } from '../../src/adapters/store/key-store.ts';
import { isAppError } from '../../src/base/errors.ts';
import { SCOPES } from '../../src/schema/scopes.ts';
import { authenticate } from '../../src/services/access/authenticate.ts';
import { revokeKey } from '../../src/services/access/revoke-key.ts';
import { rollKey } from '../../src/services/access/roll-key.ts';
import { newSecret } from '../../src/services/access/secret.ts';
import { NOW } from '../store/add-project.ts';
import { openAccess, principalWith } from './access-fixture.ts';

describe('authenticate', () => {
  test('knows the caller by the key', async () => {
    const { services, addKey } = await openAccess();
    const { key, secret } = await addKey({ scopes: ['endpoint:read', 'made:up'], projectIds: [2] });
    expect(await authenticate(services, `bearer  ${secret}`)).toEqual({
      keyId: key.id,
      label: 'test',
      scopes: ['endpoint:read', 'endpoint:run'],
      projectIds: [2],
      endpointIds: null,
      endsAtMs: null,
      session: null,
      token: null,
    });
  });

  test('gives a key with `*` every scope', async () => {
    const { services, addKey } = await openAccess();
    const { secret } = await addKey({ scopes: ['*'] });
    expect((await authenticate(services, `Bearer ${secret}`)).scopes).toEqual(SCOPES);
  });

  test('refuses everything else with one answer that shows nothing of the key', async () => {
    const { services, addKey } = await openAccess();
    const expired = await addKey({ expiresAtMs: NOW });
    const valid = await addKey();
    const headers = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${valid.secret}`,
      valid.secret,
      `Bearer ${valid.secret} ${valid.secret}`,
      `Bearer ${valid.secret}, Bearer ${valid.secret}`,
      `Bearer ${valid.secret.slice(0, -1)}`,
      `Bearer ${valid.secret}x`,
      `Bearer ${newSecret('slp_')}`,
      `Bearer ${newSecret('slc_')}`,
      `Bearer ${expired.secret}`,
    ];
    const answers = await Promise.all(headers.map((header) => refusalOf(authenticate(services, header))));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('authentication_failed');
  });

  test('a key ends when the clock passes its end, warm caches included', async () => {
    const { services, addKey } = await openAccess();
    const { secret } = await addKey({ expiresAtMs: NOW + 1000 });
    await authenticate(services, `Bearer ${secret}`);
    services.clock.set(NOW + 1000);
    expect(await refusalOf(authenticate(services, `Bearer ${secret}`))).toContain('authentication_failed');
  });

  test('a key revoked here ends with the next call', async () => {
    const { services, addKey } = await openAccess();
    const { key, secret } = await addKey();
    await authenticate(services, `Bearer ${secret}`);
    await revokeKey(services, principalWith(['*'], null), key.id);
    expect(await refusalOf(authenticate(services, `Bearer ${secret}`))).toContain('authentication_failed');
  });

  test('a warm call makes no statement, and one after a change of the keys asks again', async () => {
    const { services, addKey } = await openAccess();
    const { key, secret } = await addKey({ lastUsedAtMs: NOW });
    await authenticate(services, `Bearer ${secret}`);
    const ask = vi.spyOn(services.database.reading, 'selectFrom');
    await recordKeyUse(services.database.query, key.id, NOW + 1);
    expect((await authenticate(services, `Bearer ${secret}`)).keyId).toBe(key.id);
    expect(ask).not.toHaveBeenCalled();
    await services.database.query.deleteFrom('keys').where('id', '=', key.id).execute();
    expect(await refusalOf(authenticate(services, `Bearer ${secret}`))).toContain('authentication_failed');
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('both secrets of a rolled key work until the overlap ends', async () => {
    const { services, addKey } = await openAccess();
    const { key, secret } = await addKey();
    const rolled = await rollKey(services, { ...principalWith([], [1]), keyId: key.id }, key.id, {
      overlap_seconds: 60,
    });
    expect((await authenticate(services, `Bearer ${secret}`)).keyId).toBe(key.id);
    expect((await authenticate(services, `Bearer ${rolled.value}`)).keyId).toBe(key.id);
    services.clock.set(NOW + 60_000);
    expect(await refusalOf(authenticate(services, `Bearer ${secret}`))).toContain('authentication_failed');
    expect((await authenticate(services, `Bearer ${rolled.value}`)).keyId).toBe(key.id);
  });

  test('the last use is stored once a minute', async () => {
    const { services, addKey } = await openAccess();
    const { key, secret } = await addKey();
    const lastUse = async () => (await findKey(services.database.query, key.id))?.lastUsedAtMs;
    await authenticate(services, `Bearer ${secret}`);
    await vi.waitFor(async () => expect(await lastUse()).toBe(NOW));
    services.clock.set(NOW + 59_999);
    await authenticate(services, `Bearer ${secret}`);
    services.clock.set(NOW + 60_000);
    await authenticate(services, `Bearer ${secret}`);
    await vi.waitFor(async () => expect(await lastUse()).toBe(NOW + 60_000));
  });

  test('a store that is down refuses nobody as unknown, and its error holds no key', async () => {
    const { services, addKey } = await openAccess();
    const { secret } = await addKey();
    await services.database.query.schema.dropTable('keys').execute();
    const failure: unknown = await authenticate(services, `Bearer ${secret}`).catch(
      (error: unknown) => error,
    );
    expect(isAppError(failure, 'authentication_failed')).toBe(false);
    expect(`${failure} ${JSON.stringify(failure)}`).not.toContain(secret);
  });
});

/** Everything that a refused caller can see. */
async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return isAppError(error)
    ? JSON.stringify([error.code, error.message, error.attr, error.extra])
    : 'accepted';
}
