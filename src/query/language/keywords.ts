/**
 * Words that are never a bare name: where a name or an expression is expected, such a word shows that something is
 * missing. As names they are written in back-ticks.
 */
export const RESERVED_WORDS: ReadonlySet<string> = words(
  `AND AS BETWEEN CASE ELSE EXCEPT FROM HAVING ILIKE IN INTERSECT IS JOIN LIKE LIMIT NOT ON OR PREWHERE QUALIFY
  SELECT THEN UNION USING WHEN WHERE`,
);

/** Reserved words that are also functions when a bracket follows: `and(a, b)`. */
export const OPERATOR_FUNCTIONS: ReadonlySet<string> = words('AND ILIKE IN LIKE OR');

/** Spellings of constants. They cannot name anything, not even as an alias in back-ticks. */
export const CONSTANT_WORDS: ReadonlySet<string> = words('NULL TRUE FALSE INF INFINITY NAN');

/**
 * Words that begin a clause or join after a complete expression or table, so that they are an alias only behind AS (or
 * in back-ticks). The list is that of the HogQL grammar, with further words that the grammar would take as aliases:
 * GLOBAL, FORMAT, PASTE, LATERAL, INTO, FETCH.
 */
export const NO_BARE_ALIAS: ReadonlySet<string> = words(
  `ALL AND ANTI ANY APPLY ARRAY AS ASC ASCENDING ASOF AT BETWEEN BOTH BY CASE CAST COHORT COLLATE COLUMNS CROSS CUBE
  CURRENT DAY DESC DESCENDING DISTINCT ELSE END EXCEPT EXCLUDE EXTRACT FALSE FETCH FILL FILTER FINAL FOLLOWING FOR
  FORMAT FROM FULL GLOBAL GROUP GROUPING HAVING HOUR IF IGNORE ILIKE IN INCLUDE INF INFINITY INNER INTERPOLATE
  INTERSECT INTERVAL INTO IS JOIN LAMBDA LAST LATERAL LEADING LEFT LIKE LIMIT LOCAL MATERIALIZED MINUTE MONTH NAME NAN
  NATURAL NOT NULL NULLS OFFSET ON OR ORDER OUTER OVER PARTITION PASTE PIVOT POSITIONAL PRECEDING PREWHERE QUALIFY
  QUARTER RANGE RECURSIVE REPLACE RESPECT RETURN RIGHT ROLLUP ROW ROWS SAMPLE SECOND SELECT SEMI SETS SETTINGS STEP
  SUBSTRING THEN TIES TIME TIMESTAMP TO TOP TOTALS TRAILING TRIM TRUE TRUNCATE TRY_CAST UNBOUNDED UNION UNPIVOT USING
  VALUES WEEK WHEN WHERE WINDOW WITH WITHIN YEAR ZONE`,
);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
