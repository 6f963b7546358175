import { expect, test } from 'vitest';
import { PropertyMemory } from './property-memory.ts';

const FACTS = { event: 'e', distinctId: 'a', timestampUs: 0 };

test('a property is reported until it is remembered, and counted always', () => {
  const memory = new PropertyMemory();
  const note = (projectId: number) => {
    const opened = memory.open(projectId);
    opened.add({ ...FACTS, set: { plan: true } }, { plan: 'pro', none: null });
    return opened;
  };
  const definitions = [
    { type: 'event', name: 'plan', propertyType: 'String' },
    { type: 'person', name: 'plan', propertyType: 'Boolean' },
  ];
  expect(note(1).definitions()).toEqual(definitions);
  note(1).remember();
  expect(note(1).definitions()).toEqual([]);
  expect(note(1).counts()).toHaveLength(2);
  expect(note(2).definitions()).toEqual(definitions);
});

test('names that the catalogue has no place for are neither reported nor kept', () => {
  const note = new PropertyMemory().open(1);
  const [longest, longer] = ['x'.repeat(400), 'x'.repeat(401)];
  note.add({ ...FACTS, set: { [longer]: 1 } }, { [longest]: 1, [longer]: 1 });
  expect(note.counts().map(({ name }) => name)).toEqual([longest]);
  expect(note.definitions().map(({ name }) => name)).toEqual([longest]);
});
