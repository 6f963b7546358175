import type { MessageCase } from './cases.ts';
import {
  bareTexts,
  lengths,
  missingGroups,
  otherVariables,
  placeholders,
  typesAtValidate,
} from './messages/bodies.ts';
import { cohortCalls, openApi, rowsAsObjects, takenOver, testClock } from './messages/endpoints.ts';
import { doubleQuotes, listVariables, unknownNames, unknownTables } from './messages/names.ts';

/** The messages and calls of the corpus by bullet. */
export const MESSAGES: Readonly<Record<string, readonly MessageCase[]>> = {
  'unknown names': unknownNames,
  'double quotes': doubleQuotes,
  'unknown tables': unknownTables,
  'list variables': listVariables,
  'other names of variables': otherVariables,
  'bare texts': bareTexts,
  lengths,
  'missing GROUP BY': missingGroups,
  'types at validate': typesAtValidate,
  'expressions in placeholders': placeholders,
  'declarations taken over': takenOver,
  'documents of endpoints': openApi,
  'rows as objects': rowsAsObjects,
  'the test clock': testClock,
  'calls of cohorts': cohortCalls,
};
