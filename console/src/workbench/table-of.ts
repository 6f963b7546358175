import type { QueryAnswer } from '../data/ad-hoc.ts';
import type { ResultRows } from '../grid/result-rows.ts';

/** The rows of an answer with their columns; an answer that is no table has none. */
export function tableOf(answer: QueryAnswer | null): ResultRows {
  if (answer === null || !Array.isArray(answer.results)) return { columns: [], rows: [] };
  const columns = (answer.types ?? []).map(([name = '', type = '']) => ({ name, type }));
  return { columns, rows: answer.results.filter(Array.isArray) };
}
