import { expect, test } from 'vitest';
import { removeEndpoint } from '../../src/services/endpoints/remove-endpoint.ts';
import { restoreEndpoint } from '../../src/services/endpoints/restore-endpoint.ts';
import { followSaves } from '../../src/services/endpoints/wake-after-save.ts';
import { PeersOfTests } from '../kv/peers-of-tests.ts';
import { CALLER, openEndpoints, sql } from './endpoint-fixture.ts';

// [ENG-8.2], [ENG-11.7], [ENG-13.6].

test('every save has columns and lookups chosen at once', async () => {
  const { services, create, change } = await openEndpoints();
  let woken: string[] = [];
  Object.assign(services.promoter, { wake: () => woken.push('columns') });
  Object.assign(services.lookupChooser, { wake: () => woken.push('lookups') });
  const wokenBy = async (save: () => Promise<unknown>) => {
    woken = [];
    await save();
    return woken;
  };
  const query = sql("select count() from events where properties.customer = 'a'");
  const both = ['columns', 'lookups'];
  expect(await wokenBy(() => create({ name: 'x', query }))).toEqual(both);
  expect(await wokenBy(() => change('x', { query: sql('select count() from events') }))).toEqual(both);
  expect(await wokenBy(() => removeEndpoint(services, CALLER, { name: 'x' }))).toEqual([]);
  expect(await wokenBy(() => restoreEndpoint(services, CALLER, 'x'))).toEqual(both);
});

test('a save wakes the choosers of the other services too, and so does a message that may have been lost', async () => {
  const { services, create } = await openEndpoints();
  const peers = new PeersOfTests();
  Object.assign(services.database, { peers });
  let woken: string[] = [];
  followSaves({
    database: services.database,
    promoter: { wake: () => woken.push('columns') },
    lookupChooser: { wake: () => woken.push('lookups') },
  });
  await create({ name: 'x', query: sql('select count() from events') });
  expect(woken).toEqual(['columns', 'lookups']);
  woken = [];
  peers.tellGap();
  expect(woken).toEqual(['columns', 'lookups']);
});

test('a save that cannot be told of is a save, and the failure is reported', async () => {
  const { services, create } = await openEndpoints();
  const peers = new PeersOfTests();
  const error = new Error('the connection is gone');
  Object.assign(peers, { tell: () => Promise.reject(error) });
  Object.assign(services.database, { peers });
  const failures: unknown[] = [];
  Object.assign(services, { observe: (failure: unknown) => failures.push(failure) });
  await create({ name: 'x', query: sql('select count() from events') });
  expect(failures).toEqual([{ kind: 'failure', where: 'tell of a save', error }]);
});
