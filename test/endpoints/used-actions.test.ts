import { expect, test } from 'vitest';
import { actionCreateSchema } from '../../src/schema/action.ts';
import { endpointChangeSchema, endpointCreateSchema } from '../../src/schema/endpoint.ts';
import { createAction } from '../../src/services/actions/create-action.ts';
import { removeAction } from '../../src/services/actions/remove-action.ts';
import { changeEndpoint } from '../../src/services/endpoints/change-endpoint.ts';
import { createEndpoint } from '../../src/services/endpoints/create-endpoint.ts';
import { CALLER, openEndpoints, outcome } from './endpoint-fixture.ts';

test('an action that is deleted between compiling and storing a query is missed', async () => {
  const { services, create, change } = await openEndpoints();
  await create({ name: 'old', query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode' }] } });
  const action = actionCreateSchema.parse({ name: 'a', steps: [{ event: 'buy' }] });
  const { id } = await createAction(services, CALLER, action);
  const query = { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id }] };
  await create({ name: 'orphan', query });

  // What a request holds that began before the deletion.
  const before = await services.catalog.context(CALLER.projectId);
  const late = { ...services, catalog: { context: async () => before, warnOfUnknown: async () => [] } };
  await removeAction(services, CALLER, { id, force: true });

  const created = createEndpoint(late, CALLER, endpointCreateSchema.parse({ name: 'new', query }));
  expect(await outcome(created)).toBe('invalid_value query');
  const options = { name: 'old', allowBreaking: true };
  const changed = changeEndpoint(late, CALLER, options, endpointChangeSchema.parse({ query }));
  expect(await outcome(changed)).toBe('invalid_value query');
  // An endpoint that lost its action can still be described and switched off.
  expect(await change('orphan', { is_active: false })).toMatchObject({ revision: 2, is_active: false });
});
