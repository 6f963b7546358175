import { expect, test } from 'vitest';
import { deleteProject } from '../../src/adapters/store/project-store.ts';
import { isAppError } from '../../src/base/errors.ts';
import { decideAccess } from '../../src/services/access/decide-access.ts';
import { NOW } from '../store/add-project.ts';
import { openAccess } from './access-fixture.ts';

// The fixture has the projects 1, 2 and 3; 3 is deleted here.
test.each<{ named: string; reach: number[] | null; answer: number | string }>([
  { named: '1', reach: null, answer: 1 },
  { named: '2', reach: [2], answer: 2 },
  { named: '1', reach: [2], answer: 'permission_denied' },
  { named: '3', reach: null, answer: 'permission_denied' },
  { named: '4', reach: null, answer: 'permission_denied' },
  { named: '01', reach: null, answer: 'permission_denied' },
  { named: '1.0', reach: null, answer: 'permission_denied' },
  { named: '0', reach: null, answer: 'permission_denied' },
  { named: '-1', reach: null, answer: 'permission_denied' },
  { named: '99999999999999999999', reach: null, answer: 'permission_denied' },
  { named: '', reach: null, answer: 'permission_denied' },
  { named: '@Current', reach: [1], answer: 'permission_denied' },
  { named: '@current', reach: [2], answer: 2 },
  { named: '@current', reach: [2, 3], answer: 2 },
  { named: '@current', reach: [3], answer: 'permission_denied' },
  { named: '@current', reach: [1, 2], answer: 'invalid_value' },
  { named: '@current', reach: null, answer: 'invalid_value' },
])('"$named" for a key of $reach is $answer', async ({ named, reach, answer }) => {
  const { services, addKey } = await openAccess();
  expect(await services.catalog.whenKnown((known) => known.project(3))).not.toBe(null);
  await deleteProject(services.database.query, 3, NOW);
  const { secret } = await addKey({ projectIds: reach });
  const asked = { authorization: `Bearer ${secret}`, project: named, endpoint: undefined, scopes: [] };
  const decided = services.catalog
    .whenKnown((known) => decideAccess(services, known, asked))
    .then(
      ({ projectId }) => projectId,
      (error: unknown) => (isAppError(error) ? error.code : error),
    );
  expect(await decided).toBe(answer);
});
