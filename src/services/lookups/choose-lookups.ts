import { type LookupSubject, subjectName } from '../../schema/lookup.ts';

/** A subject that queries of a project compare with values. */
export interface LookupWish {
  readonly subject: LookupSubject;
  /** Runs of seven days that computed an answer and would have used it. */
  readonly runs: number;
  /** About the part of the project's events that a run reads by it, 0..1; null = not known yet. */
  readonly part: number | null;
}

/** A project whose saved endpoints have wishes. */
export interface LookupProject {
  readonly projectId: number;
  readonly events: number;
  readonly wishes: readonly LookupWish[];
}

/** A lookup that is there or being built. */
export interface PresentLookup {
  readonly number: number;
  readonly projectId: number;
  readonly subject: LookupSubject;
  readonly state: 'building' | 'ready';
  /** Somebody has asked for it a short time ago, so that it stays for now. */
  readonly isNew: boolean;
}

/** What bounds lookups. */
export interface LookupBounds {
  /** Of one project; 0 = none, and those that are there go. */
  readonly mostOfProject: number;
  readonly leastEvents: number;
  /** Events for whose lookups there is room in the share of the disk. */
  readonly roomEvents: number;
}

/** What is known when lookups are chosen. */
export interface LookupFacts {
  readonly projects: readonly LookupProject[];
  readonly lookups: readonly PresentLookup[];
  readonly bounds: LookupBounds;
}

/** What is to be done. */
export interface LookupChoice {
  readonly begun: readonly { readonly projectId: number; readonly subject: LookupSubject }[];
  readonly retired: readonly PresentLookup[];
}

/** Why a wish is not met. */
export type LookupObstacle =
  | 'off'
  | 'few events'
  | 'few values'
  | 'not known yet'
  | 'others gain more'
  | 'no room';

/** A run by a lookup must read at most this part of the events, or an order saves too little for its cost. */
const MOST_PART = 0.1;
/** A new lookup takes the place of another of its project when it gains this many times as much. */
const LEAD = 2;
/** Lookups that are built at once; others wait, so that imports and folds have their turns. */
const MOST_BUILDING = 2;

/**
 * Chooses lookups: of each project those that most runs would use. One that no endpoint wants any more goes. Pure:
 * processes with the same facts choose the same.
 */
export function chooseLookups({ projects, lookups, bounds }: LookupFacts): LookupChoice {
  const wanted = projects.flatMap((project) => {
    const own = lookups.filter(({ projectId }) => projectId === project.projectId);
    return chosenWishes(project, own, bounds).map(({ subject, runs }) => ({
      ...project,
      subject,
      gain: runs * project.events,
    }));
  });
  const wantedPlaces = new Set(wanted.map(placeOf));
  const present = new Set(lookups.map(placeOf));
  const building = lookups.filter(({ state }) => state === 'building').length;
  let { roomEvents } = bounds;
  const fitting = wanted
    .filter((wish) => !present.has(placeOf(wish)))
    .sort((a, b) => b.gain - a.gain || (placeOf(a) < placeOf(b) ? -1 : 1))
    .filter(({ events }) => {
      if (events > roomEvents) return false;
      roomEvents -= events;
      return true;
    });
  return {
    begun: fitting
      .slice(0, Math.max(0, MOST_BUILDING - building))
      .map(({ projectId, subject }) => ({ projectId, subject })),
    retired: lookups.filter(
      (lookup) => !wantedPlaces.has(placeOf(lookup)) && !(lookup.isNew && bounds.mostOfProject > 0),
    ),
  };
}

/**
 * Why a project gets no lookup for a wish; null = it has one, or will have one when its turn comes.
 * @param own the lookups of the project
 */
export function obstacleOf(
  wish: LookupWish,
  project: LookupProject,
  own: readonly PresentLookup[],
  bounds: LookupBounds,
): LookupObstacle | null {
  if (bounds.mostOfProject === 0) return 'off';
  const isPresent = own.some(({ subject }) => subjectName(subject) === subjectName(wish.subject));
  const unworthy = isPresent ? null : unworthyBy(wish, project, bounds);
  if (unworthy !== null) return unworthy;
  if (!chosenWishes(project, own, bounds).includes(wish)) return 'others gain more';
  return isPresent || project.events <= bounds.roomEvents ? null : 'no room';
}

/** The wishes of a project that its bound leaves, the best first; those with a lookup count more. */
function chosenWishes(
  project: LookupProject,
  own: readonly PresentLookup[],
  bounds: LookupBounds,
): readonly LookupWish[] {
  const names = new Set(own.map(({ subject }) => subjectName(subject)));
  const isPresent = ({ subject }: LookupWish): boolean => names.has(subjectName(subject));
  const weightOf = (wish: LookupWish): number =>
    wish.runs * (1 - (wish.part ?? 0)) * (isPresent(wish) ? LEAD : 1);
  return project.wishes
    .filter((wish) => isPresent(wish) || unworthyBy(wish, project, bounds) === null)
    .sort((a, b) => weightOf(b) - weightOf(a) || (subjectName(a.subject) < subjectName(b.subject) ? -1 : 1))
    .slice(0, bounds.mostOfProject);
}

/** Why a lookup that is not there would gain too little. */
function unworthyBy(
  { part }: LookupWish,
  { events }: LookupProject,
  { leastEvents }: LookupBounds,
): 'few events' | 'few values' | 'not known yet' | null {
  if (events < leastEvents) return 'few events';
  if (part === null) return 'not known yet';
  return part > MOST_PART ? 'few values' : null;
}

function placeOf({ projectId, subject }: Pick<PresentLookup, 'projectId' | 'subject'>): string {
  return `${projectId} ${subjectName(subject)}`;
}
