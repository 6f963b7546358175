import type { Expr } from '../language/ast.ts';
import { constant, field, from } from '../language/build.ts';
import { expression } from '../language/dialect.ts';

/** One question of a survey. */
export interface SurveyQuestion {
  /** Its place among the questions, from 0 on. */
  readonly place: number;
  /** Absent = the id that the event itself has for the place, in `$survey_questions`. */
  readonly id: string | undefined;
}

/**
 * The answer that a row of events carries: the one by the question's id, else the one by its place ([SQL-6.6]).
 * @returns text, NULL without an answer
 */
export function surveyAnswer({ place, id }: SurveyQuestion): Expr {
  return expression`coalesce(nullIf(${textById(place, id)}, ''), nullIf(${textOf(keyOfPlace(place))}, ''))`;
}

/** The choices of a question of which several may be chosen: a list of texts, empty without an answer. */
export function surveyChoices({ place, id }: SurveyQuestion): Expr {
  const [own, other] = [textById(place, id), textOf(keyOfPlace(place))].map(
    (text) => expression`JSONExtract(ifNull(${text}, '[]'), 'Array(String)')`,
  );
  return expression`if(notEmpty(${own}), ${own}, ${other})`;
}

/**
 * True for the newest event of each submission of a survey ([SQL-6.7]).
 * @param scanFilter condition on the events that exist for the query
 */
export function isNewestSubmission(surveyId: string, scanFilter: Expr | undefined): Expr {
  const events = { ...from('events'), ...(scanFilter && { scan_filter: scanFilter }) };
  return expression`uuid IN (
    SELECT argMax(uuid, _eventOrder(timestamp, uuid)) FROM ${events}
    WHERE event = 'survey sent' AND ${textOf('$survey_id')} = ${surveyId}
    GROUP BY coalesce(nullIf(${textOf('$survey_submission_id')}, ''), toString(uuid))
  )`;
}

function keyOfPlace(place: number): string {
  return place === 0 ? '$survey_response' : `$survey_response_${place}`;
}

function textById(place: number, id: string | undefined): Expr {
  if (id !== undefined) return textOf(`$survey_response_${id}`);
  const sent = expression`JSONExtractString(properties, '$survey_questions', ${constant(place + 1)}, 'id')`;
  return expression`JSONExtract(properties, concat('$survey_response_', ${sent}), 'Nullable(String)')`;
}

function textOf(key: string): Expr {
  return expression`_propertyText(${field('properties', key)})`;
}
