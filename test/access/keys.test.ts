import { describe, expect, test } from 'vitest';
import { deleteKey } from '../../src/adapters/store/key-store.ts';
import { isAppError } from '../../src/base/errors.ts';
import { keyCreateSchema } from '../../src/schema/key.ts';
import type { Scope } from '../../src/schema/scopes.ts';
import { authenticate } from '../../src/services/access/authenticate.ts';
import { issueKey } from '../../src/services/access/issue-key.ts';
import { listKeys } from '../../src/services/access/list-keys.ts';
import { revokeKey } from '../../src/services/access/revoke-key.ts';
import { rollKey } from '../../src/services/access/roll-key.ts';
import { NOW } from '../store/add-project.ts';
import { openAccess, principalWith } from './access-fixture.ts';

// [SPEC-7.3].

const ROOT = principalWith(['*'], null);

describe('issueKey', () => {
  test('gives a key that works, and its secret only once', async () => {
    const { services } = await openAccess();
    const request = { label: ' reporting ', scopes: ['endpoint:read', 'endpoint:read'], projects: [2, 2] };
    const issued = await issueKey(services, ROOT, keyCreateSchema.parse(request));
    expect(issued).toMatchObject({
      label: 'reporting',
      scopes: ['endpoint:read'],
      projects: [2],
      created_by: 'caller',
      created_at: '2026-01-05T09:00:00Z',
      expires_at: null,
      last_used_at: null,
    });
    expect((await authenticate(services, `Bearer ${issued.value}`)).keyId).toBe(issued.id);
    expect(JSON.stringify(await listKeys(services, ROOT))).not.toContain(issued.value);
  });

  test.each<{ own: [Scope[], number[] | null]; scopes: Scope[]; projects?: number[] | null; code: string }>([
    { own: [['endpoint:read'], null], scopes: ['endpoint:read'], code: 'permission_denied' },
    { own: [['key:write'], null], scopes: ['endpoint:read'], code: 'permission_denied' },
    { own: [['key:write', 'endpoint:read'], null], scopes: ['*'], code: 'permission_denied' },
    { own: [['key:write', 'endpoint:read'], null], scopes: ['endpoint:read'], code: 'made' },
    { own: [['*'], [1]], scopes: ['*'], projects: [1, 2], code: 'permission_denied' },
    { own: [['*'], [1]], scopes: ['*'], projects: null, code: 'permission_denied' },
    { own: [['*'], [1]], scopes: ['*'], code: 'made' },
    { own: [['*'], [1, 2]], scopes: ['*'], projects: [2], code: 'made' },
    { own: [['*'], null], scopes: ['*'], projects: [1, 4], code: 'invalid_value' },
  ])('$own giving $scopes in $projects: $code', async ({ own, scopes, projects, code }) => {
    const { services } = await openAccess();
    const request = keyCreateSchema.parse({ label: 'x', scopes, projects });
    expect(await outcome(issueKey(services, principalWith(...own), request))).toBe(code);
  });

  test('an end in the past is refused', async () => {
    const { services } = await openAccess();
    const request = keyCreateSchema.parse({
      label: 'x',
      scopes: ['*'],
      expires_at: '2026-01-05T10:00:00+01:00',
    });
    expect(await outcome(issueKey(services, ROOT, request))).toBe('invalid_value');
  });
});

describe('a key of one project', () => {
  test('sees and manages no key that reaches further', async () => {
    const { services, addKey } = await openAccess();
    const admin = principalWith(['key:write', 'endpoint:read'], [1]);
    const near = await addKey({ scopes: ['endpoint:read'], projectIds: [1] });
    const far = await addKey({ scopes: ['endpoint:read'], projectIds: [1, 2] });
    const strong = await addKey({ scopes: ['project:write'], projectIds: [1] });
    const everywhere = await addKey({ scopes: ['endpoint:read'], projectIds: null });
    expect((await listKeys(services, admin)).map((key) => key.id)).toEqual([near.key.id]);
    for (const { key } of [far, strong, everywhere]) {
      expect(await outcome(revokeKey(services, admin, key.id))).toBe('not_found');
      expect(await outcome(rollKey(services, admin, key.id, { overlap_seconds: 0 }))).toBe('not_found');
    }
    expect(await outcome(revokeKey(services, admin, near.key.id))).toBe('made');
  });
});

describe('a key that ends', () => {
  const LATER = NOW + 3_600_000;

  test.each<[string, number | null, string | null, string | null]>([
    ['for ever, by one without end', null, null, 'never'],
    ['with an end, by one without end', null, '2026-01-05T10:00:00Z', '2026-01-05T10:00:00Z'],
    ['its own end, when none is wanted', LATER, null, '2026-01-05T10:00:00Z'],
    ['an earlier end', LATER, '2026-01-05T09:30:00Z', '2026-01-05T09:30:00Z'],
    ['a later end', LATER, '2026-01-05T10:00:01Z', null],
  ])('makes a key that has %s', async (_name, ownMs, expires_at, made) => {
    const { services } = await openAccess();
    const request = keyCreateSchema.parse({ label: 'x', scopes: ['endpoint:read'], expires_at });
    const attempt = issueKey(services, principalWith(['*'], null, ownMs), request);
    if (made === null) expect(await outcome(attempt)).toBe('permission_denied');
    else expect((await attempt).expires_at).toBe(made === 'never' ? null : made);
  });

  test.each<[string, number | null, string]>([
    ['for ever', null, 'permission_denied'],
    ['longer', LATER + 1, 'permission_denied'],
    ['as long', LATER, 'made'],
    ['shorter', LATER - 1, 'made'],
  ])('rolls one that lasts %s: %s', async (_name, expiresAtMs, code) => {
    const { services, addKey } = await openAccess();
    const other = await addKey({ scopes: ['endpoint:read'], projectIds: [1], expiresAtMs });
    const manager = principalWith(['*'], null, LATER);
    const before = await authenticate(services, `Bearer ${other.secret}`);
    expect(await outcome(rollKey(services, manager, other.key.id, { overlap_seconds: 0 }))).toBe(code);
    const after = await outcome(authenticate(services, `Bearer ${other.secret}`));
    expect(after).toBe(code === 'made' ? 'authentication_failed' : 'made');
    expect(before.endsAtMs).toBe(expiresAtMs);
    expect(await outcome(revokeKey(services, manager, other.key.id))).toBe('made');
  });

  test('rolls itself', async () => {
    const { services, addKey } = await openAccess();
    const own = await addKey({ scopes: ['endpoint:read'], expiresAtMs: LATER });
    const principal = await authenticate(services, `Bearer ${own.secret}`);
    const rolled = await rollKey(services, principal, own.key.id, { overlap_seconds: 0 });
    expect((await authenticate(services, `Bearer ${rolled.value}`)).endsAtMs).toBe(LATER);
  });
});

describe('a replaced secret', () => {
  test('neither rolls its key again nor makes or rolls what outlasts its overlap', async () => {
    const { services, addKey } = await openAccess();
    const leaked = await addKey({ scopes: ['*'] });
    const near = await addKey({ scopes: ['endpoint:read'], expiresAtMs: NOW + 10_000 });
    await rollKey(services, ROOT, leaked.key.id, { overlap_seconds: 60 });
    const principal = await authenticate(services, `Bearer ${leaked.secret}`);
    expect(principal.endsAtMs).toBe(NOW + 60_000);
    const roll = (id: string) => outcome(rollKey(services, principal, id, { overlap_seconds: 0 }));
    expect(await roll(leaked.key.id)).toBe('permission_denied');
    expect(await roll('caller')).toBe('permission_denied');
    expect(await roll(near.key.id)).toBe('made');
    const request = keyCreateSchema.parse({ label: 'x', scopes: ['*'] });
    expect((await issueKey(services, principal, request)).expires_at).toBe('2026-01-05T09:01:00Z');
  });
});

test('a revoked key that is still remembered gives no secret away', async () => {
  const { services, addKey } = await openAccess();
  const revoked = await addKey({ scopes: ['*'] });
  const other = await addKey({ scopes: ['endpoint:read'] });
  const principal = await authenticate(services, `Bearer ${revoked.secret}`);
  // Another replica forgets it within 2 s only.
  await deleteKey(services.database.query, revoked.key.id);
  const request = keyCreateSchema.parse({ label: 'x', scopes: ['*'] });
  expect(await outcome(issueKey(services, principal, request))).toBe('authentication_failed');
  expect(await outcome(rollKey(services, principal, other.key.id, { overlap_seconds: 0 }))).toBe(
    'authentication_failed',
  );
  expect((await listKeys(services, ROOT)).map(({ id }) => id).toSorted()).toEqual(
    ['caller', other.key.id].toSorted(),
  );
});

test('every key may roll and delete itself, and without key:write nothing else', async () => {
  const { services, addKey } = await openAccess();
  const own = await addKey({ scopes: ['endpoint:read'], projectIds: [1] });
  const other = await addKey({ scopes: ['endpoint:read'], projectIds: [1] });
  const principal = await authenticate(services, `Bearer ${own.secret}`);
  expect(await outcome(rollKey(services, principal, other.key.id, { overlap_seconds: 0 }))).toBe(
    'permission_denied',
  );
  const rolled = await rollKey(services, principal, own.key.id, { overlap_seconds: 0 });
  expect(await outcome(authenticate(services, `Bearer ${own.secret}`))).toBe('authentication_failed');
  await revokeKey(services, principal, own.key.id);
  expect(await outcome(authenticate(services, `Bearer ${rolled.value}`))).toBe('authentication_failed');
  expect(await outcome(revokeKey(services, principal, own.key.id))).toBe('not_found');
});

async function outcome(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'made',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
}
