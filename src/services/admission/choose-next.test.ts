import { describe, expect, test } from 'vitest';
import { RandomSource } from '../../../test/fixtures/random-source.ts';
import {
  chooseNext,
  type Holder,
  nameOfGroup,
  nameOfMember,
  type Shares,
  standingOf,
  type Waiting,
} from './choose-next.ts';

// [SPEC-7.8]: who gets the next place, of any set of those who wait and those who have one.

const holding = (...names: readonly string[]): Holder[] =>
  names.map((name) => ({ ...turnOf(name), isStuck: name.endsWith('!') }));

const waiting = (...names: readonly string[]): Waiting[] =>
  names.map((name, place) => ({ ...turnOf(name), arrivedAt: place + 1 }));

/** `1a` is key a of project 1. */
const turnOf = (name: string) => ({ group: name[0] ?? '', member: name[1] ?? '' });
const nameOf = (turn: Waiting | undefined) => turn && `${turn.group}${turn.member}`;

const PLACES: Shares = { all: 4, ofGroup: 3, ofMember: 2 };

describe('chooseNext', () => {
  test.each([
    ['who came first, when all are equal', [], ['1a', '2a', '3a'], {}, '1a'],
    ['a project with fewer places', ['1a'], ['1b', '2a'], {}, '2a'],
    ['a key with fewer places', ['1a', '1a', '2a'], ['1a', '1b', '1c'], {}, '1b'],
    ['who waits longest since its last turn', [], ['1a', '2a'], { 'group 1': 7 }, '2a'],
    ['another key, when one has all of its own', ['1a', '1a'], ['1a', '1b'], {}, '1b'],
    ['another project, when one has all of its own', ['1a', '1a', '1b'], ['1b', '1c', '2d'], {}, '2d'],
    ['another key, when work of one is stuck', ['1a!'], ['1a', '1b'], {}, '1b'],
    ['nobody, when all places are taken', ['1a', '1b', '2a', '2b'], ['3a'], {}, undefined],
    ['nobody, when those who wait have all of their own', ['1a', '1a'], ['1a'], {}, undefined],
  ])('%s', (_, running, waiters, servedAt, expected) => {
    const state = {
      running: holding(...running),
      waiting: waiting(...waiters),
      servedAt: new Map(Object.entries(servedAt)),
    };
    expect(nameOf(chooseNext(state, PLACES))).toBe(expected);
  });
});

/** Plays arrivals and ends at random, as a lane does; tells each admission to `onAdmit`. */
class Played {
  readonly random: RandomSource;
  readonly places: Shares;
  running: Holder[] = [];
  waiting: (Waiting & { readonly admissionsBefore: number })[] = [];
  readonly servedAt = new Map<string, number>();
  admissions = 0;
  #events = 0;

  constructor(seed: number) {
    this.random = new RandomSource(seed);
    const all = 1 + this.random.below(8);
    this.places = { all, ofGroup: 1 + this.random.below(all), ofMember: 1 + this.random.below(all) };
  }

  arrive(group: string, member: string): void {
    this.#events += 1;
    this.waiting.push({ group, member, arrivedAt: this.#events, admissionsBefore: this.admissions });
    this.admit();
  }

  end(): void {
    this.endOf(this.random.below(this.running.length));
  }

  endOf(place: number): void {
    this.running.splice(place, 1);
    this.admit();
  }

  admit(): void {
    for (let next = chooseNext(this, this.places); next !== undefined; next = chooseNext(this, this.places)) {
      this.waiting = this.waiting.filter((waiter) => waiter !== next);
      this.running.push({ group: next.group, member: next.member, isStuck: false });
      this.admissions += 1;
      this.#events += 1;
      for (const name of [nameOfGroup(next), nameOfMember(next)]) this.servedAt.set(name, this.#events);
      this.check();
    }
  }

  check(): void {
    expect(this.running.length).toBeLessThanOrEqual(this.places.all);
    for (const some of Map.groupBy(this.running, nameOfGroup).values())
      expect(some.length).toBeLessThanOrEqual(this.places.ofGroup);
    for (const some of Map.groupBy(this.running, nameOfMember).values())
      expect(some.length).toBeLessThanOrEqual(this.places.ofMember);
  }
}

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

test.each(SEEDS)('bounds hold, no place stays free for one who may have it (%i)', (seed) => {
  const played = new Played(seed);
  for (let step = 0; step < 150; step += 1) {
    if (played.random.oneIn(2)) played.end();
    else played.arrive(String(played.random.below(4)), `k${played.random.below(8)}`);
    for (const waiter of played.waiting)
      expect(standingOf(played.running, played.places, waiter)).not.toBe('free');
  }
});

test.each(SEEDS)('nobody waits for ever beside one who floods the lane (%i)', (seed) => {
  const played = new Played(seed);
  for (let step = 0; step < 100; step += 1) played.arrive('flood', String(step % 5));
  played.arrive('quiet', 'a');
  const arrivedAfter = played.admissions;
  const isWaiting = () => played.waiting.some(({ group }) => group === 'quiet');
  for (let step = 0; isWaiting() && step < 50; step += 1) {
    played.arrive('flood', String(step % 5));
    played.end();
  }
  expect(isWaiting()).toBe(false);
  // The other one's last turn may be longer ago; then it is first once.
  expect(played.admissions - arrivedAfter).toBeLessThanOrEqual(2);
});

test.each(SEEDS)('projects that always want get the same number of turns (%i)', (seed) => {
  const played = new Played(seed);
  const arrived = new Map([1, 2, 3].map((project) => [String(project), 0]));
  const turnsOf = (group: string) =>
    (arrived.get(group) ?? 0) - played.waiting.filter((waiter) => waiter.group === group).length;
  for (let step = 0; step < 300; step += 1) {
    for (const group of arrived.keys())
      while (played.waiting.filter((waiter) => waiter.group === group).length < 3) {
        arrived.set(group, (arrived.get(group) ?? 0) + 1);
        played.arrive(group, `${group}${step % 3}`);
      }
    played.endOf(0);
  }
  const turns = [...arrived.keys()].map(turnsOf);
  expect(Math.max(...turns) / Math.min(...turns), turns.join()).toBeLessThan(1.1);
});
