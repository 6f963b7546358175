/**
 * For whom a place is: of a group, which is mostly a project, and in it of a member, which is mostly a key. A member of
 * several groups has its share once.
 */
export interface Turn {
  readonly group: string;
  readonly member: string;
}

/** Who has a place. */
export interface Holder extends Turn {
  /** It was left, and the engine is at it for so long that its member gets no other place meanwhile. */
  readonly isStuck: boolean;
}

/** Who waits for a place. */
export interface Waiting extends Turn {
  /** Counts arrivals and admissions of the lane. */
  readonly arrivedAt: number;
}

/** How many may be there at once: in all, of one group, of one member. */
export interface Shares {
  readonly all: number;
  readonly ofGroup: number;
  readonly ofMember: number;
}

export interface LaneState<Waiter extends Waiting = Waiting> {
  readonly running: readonly Holder[];
  /** In the order in which they came. */
  readonly waiting: readonly Waiter[];
  /** When groups and members of which somebody waits last got a place, by `nameOfGroup` and `nameOfMember`. */
  readonly servedAt: ReadonlyMap<string, number>;
}

/**
 * Who gets the next place; undefined when none is free, or only for those who have all of their own. Groups take turns,
 * and in a group its members: first who has the fewest places, then who has waited longest since its last turn, then
 * who came first. So nobody waits for ever while places become free.
 */
export function chooseNext<Waiter extends Waiting>(
  state: LaneState<Waiter>,
  places: Shares,
): Waiter | undefined {
  const able = state.waiting.filter((waiter) => standingOf(state.running, places, waiter) === 'free');
  return ofFirst(state, ofFirst(state, able, nameOfGroup), nameOfMember)[0];
}

/** What a newcomer finds: room, its own share taken, or everything taken. */
export type Standing = 'free' | 'own_taken' | 'all_taken';

/** Where somebody stands among those who have places, or among those who wait. */
export function standingOf(taken: readonly (Turn | Holder)[], shares: Shares, turn: Turn): Standing {
  const ofGroup = taken.filter(({ group }) => group === turn.group);
  const ofMember = taken.filter(({ member }) => member === turn.member);
  const isStuck = ofMember.some((holder) => 'isStuck' in holder && holder.isStuck);
  if (isStuck || ofGroup.length >= shares.ofGroup || ofMember.length >= shares.ofMember) return 'own_taken';
  return taken.length >= shares.all ? 'all_taken' : 'free';
}

export function nameOfGroup({ group }: Turn): string {
  return `group ${group}`;
}

export function nameOfMember({ member }: Turn): string {
  return `member ${member}`;
}

/** Those of the waiting whose group, or member, is first in turn. */
function ofFirst<Waiter extends Waiting>(
  { running, servedAt }: Omit<LaneState, 'waiting'>,
  waiting: readonly Waiter[],
  nameOf: (turn: Turn) => string,
): readonly Waiter[] {
  let first:
    | { readonly waiting: readonly Waiter[]; readonly places: number; readonly since: number }
    | undefined;
  for (const [name, some] of Map.groupBy(waiting, nameOf)) {
    const places = running.filter((holder) => nameOf(holder) === name).length;
    const since = Math.max(servedAt.get(name) ?? 0, some[0]?.arrivedAt ?? 0);
    const isBefore =
      first === undefined || places < first.places || (places === first.places && since < first.since);
    if (isBefore) first = { waiting: some, places, since };
  }
  return first?.waiting ?? [];
}
