/** Names of insight queries that do not pass yet. */
export const INSIGHTS_NOT_YET: readonly string[] = [
  'breakdowns by cohort: one cohort',
  'breakdowns by cohort: an id without a list',
  'breakdowns by cohort: several, in their order, with all',
  'breakdowns by cohort: only all',
  'breakdowns by cohort: static and dynamic by day',
  'breakdowns by cohort: distinct persons',
  'breakdowns by cohort: of a funnel',
  'breakdowns by cohort: of retention',
  'breakdowns by cohort: two static ones and all, by day',
  'breakdowns by cohort: a static one of a funnel',
  'breakdowns by cohort: by what persons did, purchases',
  'breakdowns by cohort: a cohort of cohorts beside its parts',
  'breakdowns by cohort: with a filter by another cohort',
];
