import { expect, test } from 'vitest';
import { removeEndpoint } from '../../src/services/endpoints/remove-endpoint.ts';
import { restoreEndpoint } from '../../src/services/endpoints/restore-endpoint.ts';
import { CALLER, openEndpoints, sql } from './endpoint-fixture.ts';

// [ENG-8.2], [ENG-13.6].

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
