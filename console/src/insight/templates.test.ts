import { expect, test } from 'vitest';
import { TEMPLATES, templateOf } from './templates.ts';

const seen = (name: string) => ({ name, volume: 1, last_seen_at: '', created_at: '' });
const queryOf = (id: string, names: readonly string[]) => templateOf(id)?.query(names.map(seen));

test('the events that came in fill the templates', () => {
  expect(queryOf('weekly-actives', ['note created'])).toMatchObject({
    series: [{ event: 'note created', math: 'dau' }],
  });
  expect(queryOf('sign-up-funnel', ['note created', '$pageview', 'user Signed_Up'])).toMatchObject({
    series: [{ event: '$pageview' }, { event: 'user Signed_Up' }],
  });
  expect(queryOf('sign-up-funnel', ['a', 'b'])).toMatchObject({ series: [{ event: 'a' }, { event: 'b' }] });
  expect(queryOf('retention', ['a'])).toMatchObject({ retentionFilter: { targetEntity: { id: 'a' } } });
});

test('without events a template stays open, and each has an address', () => {
  expect(queryOf('weekly-actives', [])).toMatchObject({ series: [{ kind: 'EventsNode', math: 'dau' }] });
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length);
  expect(templateOf('no such')).toBeUndefined();
});
