import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/http/operations/operation.ts';
import { OPERATIONS } from '../../src/http/operations/operations.ts';
import { SCOPES, type Scope } from '../../src/schema/scopes.ts';
import { newSecret } from '../../src/services/access/secret.ts';
import { scopesOf } from '../../src/services/catalog/principal.ts';
import { startTestService, type TestService } from '../fixtures/start-service.ts';
import { callOperation, makeKey, makeProject, signIn as signInTo } from './operation-calls.ts';

// Every operation of the table × every kind of key. A new route is in here as soon as it is in the table.
// [SPEC-2.0.4], [SPEC-2.0.5], [SPEC-7.2], [SPEC-7.4].

const NOW = '2026-01-05T09:00:00Z';
const REQUEST_ID = { 'x-request-id': 'matrix' };

let service: TestService;
/** Secrets that are no keys, or no longer. */
let dead: readonly (readonly [string, string | null])[];
let byScope: ReadonlyMap<Scope, string>;
let bound: { readonly project: number; readonly key: string; readonly other: number };

beforeAll(async () => {
  service = await startTestService();
  service.setNow(NOW);
  const expired = await makeKey(service, { scopes: ['*'], expires_at: '2026-01-05T09:00:01Z' });
  service.setNow('2026-01-05T09:00:02Z');
  const revoked = await makeKey(service, { scopes: ['*'] });
  await service.call('DELETE', `/api/personal_api_keys/${revoked.id}`);
  const rolled = await makeKey(service, { scopes: ['*'] });
  const orphan = await signIn(rolled);
  await service.call('POST', `/api/personal_api_keys/${rolled.id}/roll`, { body: { overlap_seconds: 0 } });
  const ended = await signIn(await makeKey(service, { scopes: ['*'] }));
  await service.call('DELETE', '/api/console_sessions/@current', { key: ended });
  dead = [
    ['none', null],
    ['empty', ''],
    ['a prefix', 'slp_'],
    ['unknown', newSecret('slp_')],
    ['with a wrong checksum', `${service.rootKey.slice(0, -1)}${service.rootKey.endsWith('a') ? 'b' : 'a'}`],
    ['a capture token', service.captureToken],
    ['revoked', revoked.value],
    ['expired', expired.value],
    ['rolled', rolled.value],
    ['an unknown session', newSecret('sls_')],
    ['an ended session', ended],
    ['a session of a rolled key', orphan],
  ];
  const keys = SCOPES.map(
    async (scope) => [scope, (await makeKey(service, { scopes: [scope] })).value] as const,
  );
  byScope = new Map(await Promise.all(keys));
  const [own, other] = [await makeProject(service), await makeProject(service)];
  const key = await makeKey(service, { scopes: ['*'], projects: [own.id] });
  bound = { project: own.id, key: key.value, other: other.id };
});
afterAll(() => service.close());

const signIn = (key: { readonly value: string }) => signInTo(service, key.value);

/** Objects that do not exist: whoever is let in finds nothing, and changes nothing. */
const ABSENT = {
  name: 'absent',
  id: '999999',
  client_query_id: 'absent',
  revocation_id: 'absent',
  type: 'event',
  token: 'slc_',
};

/** Bodies for operations whose example asks for more than one scope allows. */
const BODIES: Readonly<Record<string, unknown>> = {
  createKey: { label: 'test', scopes: ['key:write'], projects: [1] },
};

function call(
  operation: Operation,
  key: string | null,
  values: Readonly<Record<string, string | number>> = {},
) {
  const body = BODIES[operation.id] ?? operation.body?.example;
  const headers = REQUEST_ID;
  return callOperation(
    service,
    operation,
    { ...ABSENT, project_id: 1, ...values },
    { key, headers, ...(body !== undefined && { body }) },
  );
}

const guarded = OPERATIONS.filter(({ access }) => access !== 'open');
const open = OPERATIONS.filter(({ access }) => access === 'open');
const inProject = guarded.filter(({ path }) => path.includes('{project_id}'));

const named = (operations: readonly Operation[]) =>
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

test('the table has guarded and open operations', () => {
  expect([guarded.length > 35, open.length > 10, inProject.length > 30]).toEqual([true, true, true]);
});

test('a refused key gets the same bytes whatever is wrong with it and wherever it is used', async () => {
  const answers = new Set<string>();
  for (const operation of guarded) {
    for (const [kind, key] of dead) {
      const { status, text, headers } = await call(operation, key);
      expect(`${kind}: ${status}`, operation.id).toBe(`${kind}: 401`);
      const { date: _date, ...same } = headers;
      answers.add(JSON.stringify([text, same]));
    }
  }
  expect(answers.size).toBe(1);
  expect([...answers][0]).toContain('"www-authenticate":"Bearer"');
});

describe.each(named(guarded))('%s', (_, operation) => {
  test('lets in exactly the keys with its scope', async () => {
    const letIn: string[] = [];
    for (const [scope, shared] of byScope) {
      // What an allowed call makes or removes is its own.
      const isAllowed = allows(operation, scope);
      const project = isAllowed ? await makeProject(service) : { id: 1 };
      const own = isForAnyKey(operation) ? await makeKey(service, { scopes: [scope] }) : undefined;
      const answer = await call(operation, own?.value ?? shared, {
        project_id: project.id,
        ...(own !== undefined && { id: own.id }),
      });
      if (answer.status === 403) expect(answer.json.code).toBe('permission_denied');
      else letIn.push(scope);
      expect([401, 500]).not.toContain(answer.status);
    }
    expect(letIn).toEqual(SCOPES.filter((scope) => allows(operation, scope)));
  });
});

test.each(named(guarded))(
  '%s lets a session in where its key is let in, unless it takes keys alone',
  async (_, operation) => {
    const key = await makeKey(service, { scopes: ['endpoint:read'] });
    const token = await signIn(key);
    const [byKey, bySession] = [await call(operation, key.value), await call(operation, token)];
    const ofSession = {
      'personal-key': 403,
      'any-key': operation.id === 'endConsoleSession' ? 204 : undefined,
    };
    const expected = ofSession[String(operation.access) as keyof typeof ofSession] ?? byKey.status;
    expect(bySession.status).toBe(expected);
  },
);

test.each(named(inProject))('%s is closed to keys of other projects', async (_, operation) => {
  for (const project_id of [bound.other, 999_999, '01', '1.0', 'all']) {
    const answer = await call(operation, bound.key, { project_id });
    expect(`${project_id}: ${answer.status} ${answer.json?.code}`).toBe(
      `${project_id}: 403 permission_denied`,
    );
  }
});

test.each(named(open))('%s does not look at keys', async (_, operation) => {
  const answers = await Promise.all(
    [null, newSecret('slp_'), service.rootKey].map((key) => call(operation, key)),
  );
  expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
});

function isForAnyKey({ access }: Pick<Operation, 'access'>): boolean {
  return access === 'any-key' || access === 'personal-key';
}

function allows({ access, alsoNeeds }: Operation, scope: Scope): boolean {
  if (isForAnyKey({ access }) || scope === '*') return true;
  if (alsoNeeds !== undefined) return false;
  const held = scopesOf([scope]);
  return [access].flat().some((wanted) => held.some((each) => each === wanted));
}
