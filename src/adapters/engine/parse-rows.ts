import type { EngineRows } from './engine.ts';

/** The rows of an answer, a list of values each. Whole numbers beyond 2^53 lose digits: ask for them as texts. */
export function parseRows({ rows }: Pick<EngineRows, 'rows'>): readonly (readonly unknown[])[] {
  return JSON.parse(`[${Buffer.from(rows).toString()}]`);
}
