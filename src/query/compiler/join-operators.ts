/** The joins that are offered, as the engine spells them. */
export const JOIN_OPERATORS = [
  'INNER JOIN',
  'LEFT JOIN',
  'RIGHT JOIN',
  'FULL JOIN',
  'CROSS JOIN',
  'INNER ANY JOIN',
  'LEFT ANY JOIN',
  'LEFT SEMI JOIN',
  'LEFT ANTI JOIN',
  'ASOF JOIN',
  'LEFT ASOF JOIN',
] as const;
export type JoinOperator = (typeof JOIN_OPERATORS)[number];

/** Joins with which a row of the left side that fails a condition of WHERE takes no part in the answer. */
export const NARROWED_LEFT: ReadonlySet<string> = new Set<JoinOperator>([
  'INNER JOIN',
  'CROSS JOIN',
  'LEFT JOIN',
  'LEFT ANY JOIN',
]);
