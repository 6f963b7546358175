import type { SqlCase } from './cases.ts';
import { lambdaAliases, repeatedAliases, unions } from './sql/aliases.ts';
import { boards } from './sql/boards.ts';
import { cohortStatements } from './sql/cohorts.ts';
import { conversions, letterCase } from './sql/conversions.ts';
import { dateRanges, givenValues, inTuple } from './sql/filters.ts';
import { aggregates, searches, texts, times } from './sql/functions.ts';
import { groupedProperties, havingOfProperties } from './sql/grouped-properties.ts';
import { metadata } from './sql/metadata.ts';
import { constantNumbers } from './sql/numbers.ts';
import { actions, sparklines, surveySubmissions, surveys, versions } from './sql/product-functions.ts';
import { rawTables, sessionColumns } from './sql/sessions.ts';

/** The statements of the corpus by bullet. */
export const STATEMENTS: Readonly<Record<string, readonly SqlCase[]>> = {
  'grouped properties': groupedProperties,
  'having of properties': havingOfProperties,
  'aliases in lambdas': lambdaAliases,
  'repeated aliases': repeatedAliases,
  unions,
  'constant numbers': constantNumbers,
  'bounds of the date range': dateRanges,
  matchesAction: actions,
  surveys,
  'submissions of surveys': surveySubmissions,
  sparkline: sparklines,
  'in as a function': inTuple,
  values: givenValues,
  conversions,
  sortableSemVer: versions,
  'letter case': letterCase,
  'columns of sessions': sessionColumns,
  'raw tables': rawTables,
  'functions that search': searches,
  'functions of texts': texts,
  'functions of time': times,
  aggregates,
  cohorts: cohortStatements,
  metadata,
  boards,
};
