import { FIRST_DAY, LAST_DAY } from './generated-events.ts';

/** The same question asked in three ways. Both SQL texts answer one row, whose first cell is compared. */
export interface Question {
  readonly name: string;
  /** The insight; its date range is added. */
  readonly insight: Readonly<Record<string, unknown>>;
  /** What is compared of the results of the insight, in the form of the cell of the SQL texts. */
  readonly numbers: (results: readonly Result[]) => unknown;
  /** Written for speed by somebody who knows the engine and these data. */
  readonly byHand: string;
  /** As the question is usually written down, without thought of speed. */
  readonly textbook: string;
}

/** What questions read of a result of an insight. */
export interface Result {
  readonly data: readonly number[];
  readonly breakdown_value: unknown;
  readonly aggregated_value: number;
  readonly values: readonly { readonly count: number }[];
  readonly count: number;
  readonly average_conversion_time: number | null;
  readonly median_conversion_time: number | null;
  readonly source: string;
  readonly target: string;
  readonly value: number;
  readonly bins: readonly (readonly number[])[];
}

/** The dates of all questions: all 90 days of the events. */
export const RANGE = `timestamp >= '${FIRST_DAY} 00:00:00' AND timestamp <= '${LAST_DAY} 23:59:59.999999'`;

/** Days since the first. */
export const DAY = `toInt32(toDate(timestamp) - toDate('${FIRST_DAY}'))`;
export const DAY_COUNT = 90;

export const VIEWS = `project_id = 1 AND event = 'view' AND ${RANGE}`;

/**
 * Rows of events with their person after merges as `person`.
 * @param columns names of the other columns, such as `timestamp`
 * @param exprs what they are, when not columns of the table
 */
export function withPerson(condition: string, columns: string, exprs = columns): string {
  return `(SELECT if(merges.old_person_id = rows.person_id, merges.merged_id, rows.person_id) AS person, ${columns}
    FROM (SELECT person_id, ${exprs} FROM app.events WHERE ${condition}) AS rows
    LEFT ANY JOIN (SELECT old_person_id, person_id AS merged_id FROM app.person_overrides FINAL WHERE project_id = 1) AS merges
    ON rows.person_id = merges.old_person_id)`;
}

/** The same without a thought: every column of every event, joined before anything is left out. */
export function textbookEvents(): string {
  return `(SELECT if(merges.person_id != toUUID('00000000-0000-0000-0000-000000000000'), merges.person_id, events.person_id) AS person, events.* EXCEPT (person_id)
    FROM app.events AS events
    LEFT JOIN (SELECT old_person_id, person_id FROM app.person_overrides FINAL WHERE project_id = 1) AS merges
    ON events.person_id = merges.old_person_id WHERE events.project_id = 1)`;
}

/** A series of trends: all numbers of the only result. */
export function onlyData([result]: readonly Result[]): unknown {
  return result?.data;
}

/** A list per value of a breakdown, in the order of the answer. */
export function valuesAndData(results: readonly Result[]): unknown {
  return results.map(({ breakdown_value, data }) => [breakdown_value ?? '', data]);
}

export function series(event: string, more: Readonly<Record<string, unknown>> = {}) {
  return { kind: 'EventsNode', event, ...more };
}
