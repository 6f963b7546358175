/** A distinct id has at most so many UTF-16 units; what is behind them is cut off. */
const MAX_DISTINCT_ID_LENGTH = 200;

export function cutDistinctId(id: string): string {
  return id.slice(0, MAX_DISTINCT_ID_LENGTH).toWellFormed();
}
