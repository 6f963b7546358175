import type { LookupQuestion } from './lookup-questions.ts';

/** Rows of an answer, every cell as text, so that contestants can be compared. */
export type Answer = readonly (readonly string[])[];

/** A contestant with the events in it. */
export interface AskedDatabase {
  ask(question: LookupQuestion, customer: string): Promise<Answer>;
  close(): Promise<void>;
}

export function answerOf(rows: readonly (readonly unknown[])[]): Answer {
  return rows.map((row) => row.map(String));
}
