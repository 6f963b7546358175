import { unreachable } from '../../base/invariant.ts';
import type { LookupSubject } from '../../schema/lookup.ts';
import { subjectName } from '../../schema/lookup.ts';
import type { LookupAnswer } from '../../schema/lookup-answer.ts';
import {
  type LookupBounds,
  type LookupObstacle,
  type LookupProject,
  obstacleOf,
  type PresentLookup,
} from './choose-lookups.ts';

/** A lookup with how far its building is. */
export interface ProgressingLookup extends PresentLookup {
  /** 0..100. */
  readonly percent: number;
}

/** What is known of a project when an endpoint of it is described. */
interface DescribedProject extends LookupProject {
  readonly lookups: readonly ProgressingLookup[];
}

interface DescribedEndpoint {
  /** By which its query could find events; null = not known, because it does not compile. */
  readonly subjects: readonly LookupSubject[] | null;
  /** By what callers filter it again and again. */
  readonly ofCallers: readonly LookupSubject[];
  readonly isMaterialized: boolean;
}

/**
 * What the owner of an endpoint is told of its lookup: the one that serves it, else the one that is being built, else
 * why there is none.
 * @param project null = it was not looked at yet
 */
export function describeLookup(
  { subjects, ofCallers, isMaterialized }: DescribedEndpoint,
  project: DescribedProject | null,
  bounds: LookupBounds,
): LookupAnswer {
  if (bounds.mostOfProject === 0) return none(OFF);
  if (subjects === null) return none('The query of the endpoint does not compile.');
  const all = [...subjects, ...ofCallers];
  if (all.length === 0) return none(NO_CONDITION);
  if (project === null) return none(SOON);
  const names = new Set(all.map(subjectName));
  const present = project.lookups.filter(({ subject }) => names.has(subjectName(subject)));
  const found = present.find(({ state }) => state === 'ready') ?? present[0];
  if (found !== undefined) {
    const isOwn = subjects.some((subject) => subjectName(subject) === subjectName(found.subject));
    return { state: found.state, percent: found.percent, reason: progressOf(found, isOwn) };
  }
  if (isMaterialized && ofCallers.length === 0)
    return none('The endpoint is materialized: its runs read stored results.');
  return none(whyNone(isMaterialized ? ofCallers : all, project, bounds));
}

function progressOf({ state, subject }: ProgressingLookup, isOwn: boolean): string {
  const progress = state === 'ready' ? 'Events are found by' : 'Events are being ordered by';
  return `${progress} ${spoken(subject)}${isOwn ? '' : ', by which callers filter'}.`;
}

const OFF = 'Lookups are switched off by SLUICE_LOOKUPS.';
const NO_CONDITION =
  'The query has no condition that an order could serve: a property of events, a group key or a distinct_id ' +
  'that each event must have, compared by = or IN; and callers do not often filter by one.';
const SOON = 'It is decided within a minute.';

function none(reason: string): LookupAnswer {
  return { state: 'none', percent: 0, reason };
}

/** The obstacle of the wish that came the furthest. */
function whyNone(
  subjects: readonly LookupSubject[],
  project: DescribedProject,
  bounds: LookupBounds,
): string {
  const { events } = project;
  if (events < bounds.leastEvents)
    return `The project has ${grouped(events)} events; lookups are made from ${grouped(bounds.leastEvents)} events on.`;
  const names = new Set(subjects.map(subjectName));
  const wishes = project.wishes.filter(({ subject }) => names.has(subjectName(subject)));
  if (wishes.length === 0) return 'The endpoint has not computed an answer for seven days.';
  const obstacles = wishes.map((wish) => ({
    wish,
    obstacle: obstacleOf(wish, project, project.lookups, bounds),
  }));
  const furthest = ORDER.flatMap((each) => obstacles.find(({ obstacle }) => obstacle === each) ?? [])[0];
  return furthest === undefined ? SOON : sentenceOf(furthest.obstacle, furthest.wish.subject, bounds);
}

/** Obstacles, the last hurdle first. */
const ORDER = [
  null,
  'no room',
  'others gain more',
  'not known yet',
  'few values',
  'few events',
  'off',
] as const;

function sentenceOf(obstacle: LookupObstacle | null, subject: LookupSubject, bounds: LookupBounds): string {
  switch (obstacle) {
    case null:
    case 'not known yet':
      return SOON;
    case 'off':
      return OFF;
    case 'few events':
      return `Lookups are made from ${grouped(bounds.leastEvents)} events on.`;
    case 'few values':
      return `Each value of ${spoken(subject)} has a large part of the events, so an order by it would save little.`;
    case 'others gain more':
      return `A project may have at most ${bounds.mostOfProject} by SLUICE_LOOKUPS, and others serve more runs.`;
    case 'no room':
      return 'Lookups have their share of the disk (SLUICE_LOOKUP_DISK_PERCENT).';
    default:
      return unreachable(obstacle);
  }
}

/** `the property "customer_id"` */
function spoken(subject: LookupSubject): string {
  switch (subject.kind) {
    case 'property':
      return `the property "${subject.key}"`;
    case 'number':
      return `the number in the property "${subject.key}"`;
    case 'group':
      return `the group key ${subject.index}`;
    case 'distinct_id':
      return 'distinct_id';
    default:
      return unreachable(subject);
  }
}

function grouped(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
