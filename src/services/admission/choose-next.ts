/**
 * For whom a place is. A group is mostly a project, and a member of it mostly a key. A member of several groups has its
 * share of places once.
 */
export interface Turn {
  readonly group: string;
  readonly member: string;
}

/** The turn of work that is done for a project and for none of its keys. */
export function turnOfProject(projectId: number): Turn {
  const name = String(projectId);
  return { group: name, member: name };
}

/** Who has a place. */
export interface Holder extends Turn {
  /**
   * True when the caller has left and the engine still works for so long that the member gets no other place meanwhile.
   */
  readonly isStuck: boolean;
}

/** Who waits for a place. */
export interface Waiting extends Turn {
  /** The count of the lane's arrivals and admissions at the moment of arrival; smaller = earlier. */
  readonly arrivedAt: number;
}

/** Most places (or waiters) in all, of one group and of one member. */
export interface Shares {
  readonly all: number;
  readonly ofGroup: number;
  readonly ofMember: number;
}

export interface LaneState<Waiter extends Waiting = Waiting> {
  readonly running: readonly Holder[];
  /** Waiters in the order in which they came. */
  readonly waiting: readonly Waiter[];
  /**
   * For groups and members with waiters: the event count at which they last got a place, by `nameOfGroup` and
   * `nameOfMember`.
   */
  readonly servedAt: ReadonlyMap<string, number>;
}

/**
 * Who gets the next place; undefined when no place is free, or when every waiter has all places of its share. Groups
 * take turns, and within a group its members do: the one with the fewest places comes first, then the one that has
 * waited longest since its last turn, then the one that came first. So nobody waits for ever while places become free.
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

/** The waiters of the group, or of the member, whose turn is next. */
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
