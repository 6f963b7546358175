import type { SelectStatement } from '../../language/ast.ts';
import { typedConstant } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { cellsOfActors, reachedOfActors } from './actor-cells.ts';
import { hasAmounts } from './actor-cohorts.ts';
import type { RetentionFrame } from './retention-frame.ts';

/**
 * (is_other, kept, cohort, counts, amounts): a row per breakdown value and cohort, with one list of numbers per column
 * of the answer. Values beyond the limit are added up as other. `amounts` is missing where nothing asks for it.
 */
export function retentionStatement(frame: RetentionFrame): SelectStatement {
  return frame.breakdown ? listsOfValues(frame) : listsOfAll(frame);
}

/**
 * The lists of all actors together. Where actors are counted, the counts of a cohort are its list: cells made of it and
 * put together again would only make the SQL longer, and reading and planning it is a third of a small question.
 */
function listsOfAll(frame: RetentionFrame): SelectStatement {
  const width = widthOf(frame);
  if (hasAmounts(frame)) {
    return statement`
      SELECT
        0 AS is_other, '' AS kept, cohort,
        _dense(${width})(actors, column) AS counts,
        _dense(${width})(amount, column) AS amounts
      FROM ${cellsWithAmounts(frame)}
      GROUP BY cohort
      ORDER BY cohort`;
  }
  return statement`
    SELECT
      0 AS is_other, '' AS kept, cohort,
      _countListed(${width})(reached) AS counts
    FROM ${reachedOfActors(frame)}
    GROUP BY cohort
    ORDER BY cohort`;
}

/** The lists of each value that is kept, and those of all others together. */
function listsOfValues(frame: RetentionFrame): SelectStatement {
  const isBeyond = expression`place > ${frame.limit}`;
  const width = widthOf(frame);
  return statement`
    SELECT
      if(${isBeyond}, 1, 0) AS is_other,
      if(${isBeyond}, '', value) AS kept,
      cohort,
      _dense(${width})(actors, column) AS counts,
      _dense(${width})(amount, column) AS amounts
    FROM ${cellsWithOther(frame)}
    GROUP BY is_other, kept, cohort
    ORDER BY min(place), cohort`;
}

/**
 * The cells with the places of their values, ranked by the size of their cohorts and then by value. The cells of all
 * values beyond the limit are added up, so that each cell of "other" is one number.
 */
function cellsWithOther(frame: RetentionFrame): SelectStatement {
  const { limit } = frame;
  return statement`
    SELECT value, place, cohort, column, sum(actors) AS actors, sum(amount) AS amount
    FROM (
      SELECT if(place > ${limit}, '', value) AS value, least(place, ${limit + 1}) AS place, cohort, column, actors, amount
      FROM (
        SELECT value, cohort, column, actors, amount, dense_rank() OVER (ORDER BY size DESC, value) AS place
        FROM (
          SELECT
            value, cohort, column, actors, amount,
            sum(if(column = 0, actors, 0)) OVER (PARTITION BY value) AS size
          FROM ${cells(frame)}
        )
      )
    )
    GROUP BY value, place, cohort, column`;
}

/** Numbers per cohort: one per column of the answer. */
function widthOf({ columns }: RetentionFrame): number {
  return Math.max(1, columns.length);
}

/** (value, cohort, column, actors, amount): every actor counts once per cell. */
function cells(frame: RetentionFrame): SelectStatement {
  return hasAmounts(frame) ? cellsWithAmounts(frame) : cellsOfCounts(frame);
}

/**
 * The cells of counts. Numbers are kept as one list per value and cohort; the list becomes rows after all actors are
 * counted.
 */
function cellsOfCounts(frame: RetentionFrame): SelectStatement {
  return statement`
    SELECT
      value, cohort, cell.1 - 1 AS column, cell.2 AS actors, ${typedConstant(0, 'Float64')} AS amount
    FROM (
      SELECT
        value, cohort,
        arrayJoin(arrayFilter(c -> c.2 > 0, arrayZip(arrayEnumerate(reached_counts), reached_counts))) AS cell
      FROM (
        SELECT value, cohort, _countListed(${widthOf(frame)})(reached) AS reached_counts
        FROM ${reachedOfActors(frame)}
        GROUP BY value, cohort
      )
    )`;
}

function cellsWithAmounts(frame: RetentionFrame): SelectStatement {
  return statement`
    SELECT value, cohort, cell.1 AS column, sum(cell.2) AS actors, sum(cell.3) AS amount
    FROM (SELECT value, cohort, arrayJoin(cells) AS cell FROM ${cellsOfActors(frame)})
    GROUP BY value, cohort, column`;
}
