import { describe, expect, test } from 'vitest';
import { isAppError } from '../../src/base/errors.ts';
import { keyCreateSchema } from '../../src/schema/key.ts';
import type { Scope } from '../../src/schema/scope.ts';
import { authenticate } from '../../src/services/access/authenticate.ts';
import { issueKey } from '../../src/services/access/issue-key.ts';
import { listKeys } from '../../src/services/access/list-keys.ts';
import { revokeKey } from '../../src/services/access/revoke-key.ts';
import { rollKey } from '../../src/services/access/roll-key.ts';
import { openAccess, principalWith } from './access-fixture.ts';

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
