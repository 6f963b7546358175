import { expect, test } from 'vitest';
import { PropertyCounter } from './property-counter.ts';

const FACTS = { event: 'e', distinctId: 'a', timestampUs: 0 };

test('properties are counted with their types, that of the first value first', () => {
  const counter = new PropertyCounter();
  counter.add({ ...FACTS, set: { plan: true } }, { plan: 'pro', none: null });
  counter.add(FACTS, { plan: 7 });
  expect(counter.counts()).toEqual([
    { type: 'event', name: 'plan', volume: 2, seenTypes: ['String', 'Numeric'] },
    { type: 'person', name: 'plan', volume: 1, seenTypes: ['Boolean'] },
  ]);
});

test('names that the catalogue has no place for are not kept', () => {
  const counter = new PropertyCounter();
  const [longest, longer] = ['x'.repeat(400), 'x'.repeat(401)];
  counter.add({ ...FACTS, set: { [longer]: 1 } }, { [longest]: 1, [longer]: 1 });
  expect(counter.counts().map(({ name }) => name)).toEqual([longest]);
});
