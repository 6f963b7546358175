/** Names of statements that do not pass yet. */
export const STATEMENTS_NOT_YET: readonly string[] = [
  'metadata: tables by name',
  'metadata: all of tables',
  'metadata: tables like a pattern',
  'metadata: columns of events',
  'metadata: columns with their types',
  'metadata: tables joined to their columns',
  'metadata: no column of the tenant',
  'metadata: actions by name',
  'metadata: the id of an action',
  'metadata: cohorts by name',
  'metadata: the id of a cohort',
  'metadata: endpoints by name',
  'metadata: an endpoint of the own project',
];
