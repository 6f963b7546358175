import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleTab } from './console-tab.ts';
import { findDefinition } from './find-definition.ts';
import { type ConsoleOfTests, MOST_START_MS, startConsole } from './start-console.ts';

// Cohorts: who meets conditions and who is on a list, written by form, with the persons that the service finds.

let console_: ConsoleOfTests;
beforeAll(async () => {
  console_ = await startConsole();
}, MOST_START_MS);
afterAll(() => console_?.close());

const stored = (name: string) => findDefinition(console_, 'cohorts', name);

async function pick(tab: ConsoleTab, label: RegExp, option: string) {
  await tab.button(label).first().click();
  await tab.get('option', option).click();
}

async function add(tab: ConsoleTab, kind: RegExp) {
  await tab.button('Condition').last().click();
  await tab.get('menuitem', kind).click();
}

const CONDITIONS = {
  properties: {
    type: 'OR',
    values: [
      {
        type: 'behavioral',
        key: 'note created',
        event_type: 'events',
        value: 'performed_event_multiple',
        operator: 'gte',
        operator_value: 3,
        time_value: 4,
        time_interval: 'week',
      },
      { type: 'person', key: 'plan', operator: 'exact', value: 'business', negation: true },
    ],
  },
};

test('a cohort of conditions is written by form, and holds whom the service finds', async () => {
  const { service } = console_;
  const tab = await console_.signedInTab();
  await tab.goTo('1/cohorts');
  await tab.heading('No cohort yet').waitFor();
  await tab.button('New cohort').first().click();
  await tab.field('Name').fill('Writers');
  await add(tab, /^Did something/);
  await tab.choose('Event or action', 'note cr', /^note created/);
  await pick(tab, /How often/, 'at least');
  await tab.field('Times').fill('3');
  await tab.field('Length of the period').fill('4');
  await pick(tab, /Unit of the period/, 'weeks');
  await add(tab, /^Has a property/);
  await pick(tab, /Has it or not/, 'has not');
  await tab.choose('Property', 'plan', /^plan/);
  await tab.field('Value').fill('business');
  await pick(tab, /How conditions are joined/, 'any of these');
  await tab.button('Create cohort').click();
  await tab.heading('Writers').waitFor();
  const made = await stored('Writers');
  expect(made).toMatchObject({ is_static: false, filters: CONDITIONS });
  const query = { kind: 'HogQLQuery', query: `select count() from persons where id in cohort ${made.id}` };
  const [[count]] = (await service.call('POST', 'query', { body: { query } })).json.results;
  expect(count).toBeGreaterThan(1);
  await tab.page.getByText(`${count} persons`, { exact: true }).waitFor();
  await tab.field('Times').fill('0');
  await tab.button('Save').click();
  await tab.get('alert').first().waitFor();
  expect((await stored('Writers')).revision).toBe(made.revision);
  expect(await tab.troubles([/status of 400/])).toEqual([]);
  await tab.close();
}, 120_000);

test('persons are put on a list by their distinct ids, and who is nobody is told', async () => {
  const tab = await console_.signedInTab();
  await tab.goTo('1/cohorts/new');
  await tab.field('Name').fill('Beta testers');
  await tab.page
    .getByText(/^A list/)
    .first()
    .click();
  await tab.button('Create cohort').click();
  await tab.page.getByText('Nobody yet: add persons by their distinct ids.').waitFor();
  await tab.button('Add persons').click();
  await tab.field('Distinct ids').fill('user-2\nuser-3\n\nuser-3\nnobody at all');
  await tab.button('Add 3 persons').click();
  await tab.page.getByText('2 persons added. Nobody has nobody at all.').waitFor();
  await tab.button('Done').click();
  await tab.page.getByText('2 persons', { exact: true }).waitFor();
  expect((await tab.get('table', 'Persons').getByRole('row').all()).length).toBe(3);
  expect(await stored('Beta testers')).toMatchObject({ is_static: true, count: 2, filters: null });
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 120_000);

test('persons are put on a list by a file of any size, and a file that names nobody is told', async () => {
  const { service } = console_;
  const { id } = (await service.call('POST', 'cohorts', { body: { name: 'From a file', is_static: true } }))
    .json;
  const tab = await console_.signedInTab();
  await tab.goTo(`1/cohorts/${id}`);
  await tab.button('Add persons').click();
  const choose = (name: string, text: string) =>
    tab.page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('mails.csv', 'id,email\n1,a@example.org\n');
  await tab.page.getByText('The first line names no column distinct_id: it has id, email.').waitFor();
  const nobody = Array.from({ length: 12_000 }, (_, at) => `nobody-${at}`);
  const rows = ['user-2', 'user-3', ...nobody].map((distinctId) => `x,${distinctId}`);
  await choose('persons.csv', ['plan,distinct_id', ...rows].join('\n'));
  await tab.page.getByText('persons.csv: 12,002 distinct ids').waitFor();
  await tab.button('Add 12,002 persons').click();
  await tab.page.getByText(/^2 persons added\. Nobody has nobody-0, .* and 11,990 more\.$/).waitFor();
  expect(await stored('From a file')).toMatchObject({ count: 2 });
  expect(await tab.troubles()).toEqual([]);
  await tab.close();
}, 120_000);

test('a cohort that another one and an endpoint name is not deleted, and both are listed', async () => {
  const { service } = console_;
  const { id } = (await service.call('POST', 'cohorts', { body: { name: 'Named', is_static: true } })).json;
  const inIt = { properties: { type: 'AND', values: [{ type: 'cohort', key: 'id', value: id }] } };
  const other = (await service.call('POST', 'cohorts', { body: { name: 'Naming', filters: inIt } })).json;
  const query = { kind: 'HogQLQuery', query: "select count() from events where person_id in cohort 'Named'" };
  await service.call('POST', 'endpoints', { body: { name: 'of-a-cohort', query } });
  const tab = await console_.signedInTab();
  await tab.goTo(`1/cohorts/${id}`);
  await tab.link('of-a-cohort').waitFor();
  await tab.link('Naming').waitFor();
  await tab.button('Delete cohort').click();
  await tab.get('dialog').getByRole('button', { name: 'Delete cohort' }).click();
  await tab
    .get('dialog')
    .getByRole('alert')
    .getByText(/Naming/)
    .first()
    .waitFor();
  await tab.get('dialog').getByRole('link', { name: 'of-a-cohort' }).waitFor();
  expect(await stored('Named')).not.toBeNull();
  await tab.button('Cancel').click();
  await service.call('DELETE', 'endpoints/of-a-cohort');
  await service.call('DELETE', `cohorts/${other.id}`);
  await tab.button('Delete cohort').click();
  await tab.get('dialog').getByRole('button', { name: 'Delete cohort' }).click();
  await tab.page.getByText('Named is deleted').waitFor();
  expect(await stored('Named')).toBeNull();
  await tab.goTo(`1/cohorts/${id}`);
  await tab.heading('There is no cohort of this number').waitFor();
  expect(await tab.troubles([/status of 40[04]/])).toEqual([]);
  await tab.close();
}, 120_000);
