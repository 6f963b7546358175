import type { InsightCase } from './cases.ts';
import { buckets, defaultAges, otherIntervals } from './insights/buckets.ts';
import { cohortBreakdowns, cohortFilters } from './insights/cohorts.ts';
import { emptyDates, incompletePeriods, intervals } from './insights/dates.ts';
import { displays, drawnMembers, drawnStatements } from './insights/drawn.ts';
import { namedEvents } from './insights/expressions.ts';
import { kindless, retentionEntities, textIds } from './insights/series.ts';

/** The insight queries of the corpus by bullet. */
export const INSIGHTS: Readonly<Record<string, readonly InsightCase[]>> = {
  'series without kind': kindless,
  'entities of retention': retentionEntities,
  'actions by text id': textIds,
  'empty dates': emptyDates,
  intervals,
  'incomplete periods': incompletePeriods,
  'too many buckets': buckets,
  'default ages': defaultAges,
  'other intervals': otherIntervals,
  'drawn members': drawnMembers,
  'drawn members of statements': drawnStatements,
  displays,
  'events by name': namedEvents,
  'filters by cohort': cohortFilters,
  'breakdowns by cohort': cohortBreakdowns,
};
