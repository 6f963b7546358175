import { describe, expect, test } from 'vitest';
import type { EventFacts } from '../event/accepted-event.ts';
import { identify, type LinkRefusal } from './identify.ts';
import { isIllegalDistinctId } from './illegal-distinct-id.ts';
import { derivedPersonId, PersonBook, type StoredPerson } from './person-book.ts';

// [CAP-5.1], [CAP-5.3], [CAP-5.4], [CAP-5.5], [CAP-5.6], [CAP-5.8].

const PROJECT = 7;
const idOf = (distinctId: string): string => derivedPersonId(PROJECT, distinctId);

let lastTime = 1000;
function event(distinctId: string, more: Partial<EventFacts> = {}): EventFacts {
  lastTime += 1;
  return { event: 'e', distinctId, timestampUs: lastTime, ...more };
}

function link(
  distinctId: string,
  other: string | null,
  kind: 'identify' | 'alias' | 'merge' = 'identify',
): EventFacts {
  return event(distinctId, { link: { kind, otherDistinctId: other } });
}

/** Runs events on a book of `known` persons and shows it by distinct id. */
function run(events: readonly EventFacts[], known: ReadonlyMap<string, StoredPerson> = new Map()) {
  const book = new PersonBook(PROJECT, known);
  const refusals = events
    .map((each) => identify(book, each))
    .filter((each): each is LinkRefusal => each !== null);
  const { personIds, moves, distinctIds } = book.changes();
  const changes = {
    persons: personIds.map((id) => book.storedPerson(id)),
    moves,
    distinctIds: new Map(distinctIds.map((id) => [id, book.personIdOf(id)])),
  };
  const persons = new Map(changes.persons.map((person) => [person.id, person]));
  return { book, refusals, changes, personOf: (id: string) => persons.get(book.personIdOf(id)) };
}

test('the first event of a distinct id makes a person with a derived id', () => {
  const { changes } = run([event('a', { timestampUs: 50 }), event('a', { timestampUs: 40 })]);
  expect(changes).toEqual({
    persons: [{ id: idOf('a'), createdAtUs: 40, isIdentified: false, properties: '{}' }],
    moves: [],
    distinctIds: new Map([['a', idOf('a')]]),
  });
});

test('an event that changes nothing of a known person writes nothing', () => {
  const known = {
    id: idOf('a'),
    createdAtUs: 10,
    properties: '{"x":[1],"big":9007199254740993}',
    isIdentified: true,
  };
  const { changes } = run(
    [event('a', { set: { x: [1] }, setOnce: { x: 2 }, unset: ['y'] })],
    new Map([['a', known]]),
  );
  expect(changes).toEqual({ persons: [], moves: [], distinctIds: new Map() });
});

test('set once, then set, then unset, in the order of the events', () => {
  const { personOf } = run([
    event('a', { setOnce: { first: 1, both: 1 }, set: { both: 2, gone: true } }),
    event('a', { setOnce: { first: 9 }, set: { late: 3 }, unset: ['gone', 'late'] }),
    event('a', { setOnce: { gone: 'again' } }),
  ]);
  expect(JSON.parse(personOf('a')?.properties ?? '')).toEqual({ first: 1, both: 2, gone: 'again' });
});

test('a member named __proto__ is an ordinary property', () => {
  const { personOf } = run([event('a', { set: JSON.parse('{"__proto__":{"x":1}}') })]);
  expect(personOf('a')?.properties).toBe('{"__proto__":{"x":1}}');
});

test('a personless event makes no person, but belongs to one that exists', () => {
  expect(run([event('a', { isPersonless: true, set: { x: 1 } })]).changes.persons).toEqual([]);
  const { personOf, book } = run([event('a'), event('a', { isPersonless: true, timestampUs: 5 })]);
  expect(personOf('a')).toMatchObject({ createdAtUs: 5, properties: '{}' });
  expect(book.personIdOf('a')).toBe(idOf('a'));
});

describe('links', () => {
  test('neither id known: one person with both, and the other id gives its personless events', () => {
    const { book, changes } = run([link('user', 'anon')]);
    expect(book.personIdOf('anon')).toBe(idOf('user'));
    expect(changes.persons).toMatchObject([{ id: idOf('user'), isIdentified: true }]);
    expect(changes.moves).toEqual([{ oldPersonId: idOf('anon'), personId: idOf('user') }]);
    expect(changes.distinctIds).toEqual(
      new Map([
        ['user', idOf('user')],
        ['anon', idOf('user')],
      ]),
    );
  });

  test('the other id known: this id joins it', () => {
    const { book, changes, personOf } = run([event('anon', { timestampUs: 3 }), link('user', 'anon')]);
    expect(book.personIdOf('user')).toBe(idOf('anon'));
    expect(personOf('user')).toMatchObject({ createdAtUs: 3, isIdentified: true });
    expect(changes.moves).toEqual([{ oldPersonId: idOf('user'), personId: idOf('anon') }]);
  });

  test('both known: merged into the person of the distinct id, whose properties win', () => {
    const { book, changes, personOf } = run([
      event('anon', { set: { a: 'anon', b: 'anon' }, timestampUs: 3 }),
      event('user', { set: { b: 'user', c: 'user' }, timestampUs: 8 }),
      event('user', {
        link: { kind: 'identify', otherDistinctId: 'anon' },
        setOnce: { a: 'late' },
        set: { c: 'last' },
      }),
    ]);
    expect(book.personIdOf('anon')).toBe(idOf('user'));
    expect(personOf('user')).toMatchObject({ createdAtUs: 3, isIdentified: true });
    expect(JSON.parse(personOf('user')?.properties ?? '')).toEqual({ a: 'anon', b: 'user', c: 'last' });
    expect(changes.moves).toEqual([{ oldPersonId: idOf('anon'), personId: idOf('user') }]);
    expect(changes.persons.map((person) => person.id)).toEqual([idOf('user')]);
  });

  test('an identified person is not merged away, but the event still sets', () => {
    const { book, refusals, personOf } = run([
      link('first', null),
      event('second', { link: { kind: 'identify', otherDistinctId: 'first' }, set: { x: 1 } }),
      event('second'),
      event('second', { link: { kind: 'alias', otherDistinctId: 'first' }, set: { y: 1 } }),
    ]);
    // The first link of `second` finds it unknown, so it joins; only then both are one person.
    expect(book.personIdOf('second')).toBe(idOf('first'));
    expect(refusals).toEqual([]);
    expect(JSON.parse(personOf('second')?.properties ?? '')).toEqual({ x: 1, y: 1 });
  });

  test('two persons, the other identified: refused, unless merged dangerously', () => {
    const before = [link('first', null), event('second')];
    const refused = run([
      ...before,
      event('second', { link: { kind: 'identify', otherDistinctId: 'first' }, set: { x: 1 } }),
    ]);
    expect(refused.refusals).toEqual(['merge_with_identified_person']);
    expect(refused.book.personIdOf('first')).not.toBe(refused.book.personIdOf('second'));
    expect(refused.personOf('second')).toMatchObject({ isIdentified: true, properties: '{"x":1}' });
    const forced = run([...before, link('second', 'first', 'merge')]);
    expect(forced.refusals).toEqual([]);
    expect(forced.book.personIdOf('first')).toBe(idOf('second'));
  });

  test('chains of merges lead to the last person', () => {
    const { book, changes } = run([
      event('a'),
      event('b'),
      event('c'),
      link('b', 'a', 'merge'),
      link('c', 'b', 'merge'),
    ]);
    expect(['a', 'b', 'c'].map((id) => book.personIdOf(id))).toEqual([idOf('c'), idOf('c'), idOf('c')]);
    expect(changes.moves).toEqual([
      { oldPersonId: idOf('a'), personId: idOf('c') },
      { oldPersonId: idOf('b'), personId: idOf('c') },
    ]);
  });

  test('an id linked to itself only becomes identified', () => {
    const { changes } = run([link('a', 'a')]);
    expect(changes.moves).toEqual([]);
    expect(changes.persons).toMatchObject([{ isIdentified: true }]);
  });

  test('illegal ids never merge', () => {
    const { book, refusals } = run([link('user', 'Anonymous'), link('"null"', 'user')]);
    expect(refusals).toEqual(['merge_with_illegal_distinct_id', 'merge_with_illegal_distinct_id']);
    expect(book.has('Anonymous')).toBe(false);
  });
});

test.each([
  ['anonymous', true],
  ['GUEST', true],
  ['[object Object]', true],
  ['None', true],
  ['NONE', false],
  ['0', true],
  ['"undefined"', true],
  ["'0'", true],
  ['  ', true],
  ['""', true],
  ['00', false],
  ['guest-17', false],
])('%s is illegal: %s', (id, expected) => {
  expect(isIllegalDistinctId(id)).toBe(expected);
});
