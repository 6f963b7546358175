import type { Expr, SelectStatement } from '../../language/ast.ts';
import { field, typedConstant } from '../../language/build.ts';
import { expression, statement } from '../../language/dialect.ts';
import { cellsOfActors, reachedOfActors } from './actor-cells.ts';
import { hasAmounts } from './actor-cohorts.ts';
import type { RetentionFrame } from './retention-frame.ts';

/**
 * (is_other, kept, cohort, counts, amounts): a row per breakdown value and cohort, with one list of numbers per column
 * of the answer. Values beyond the limit are added up as other.
 */
export function retentionStatement(frame: RetentionFrame): SelectStatement {
  const isBeyond = frame.breakdown ? expression`place > ${frame.limit}` : false;
  const width = Math.max(1, frame.columns.length);
  return statement`
    SELECT
      if(${isBeyond}, 1, 0) AS is_other,
      if(${isBeyond}, '', value) AS kept,
      cohort,
      _dense(${width})(actors, column) AS counts,
      _dense(${width})(amount, column) AS amounts
    FROM ${frame.breakdown ? cellsWithOther(frame) : statement`SELECT *, 1 AS place FROM ${cells(frame)}`}
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

/** (value, cohort, column, actors, amount): every actor counts once per cell. */
function cells(frame: RetentionFrame): SelectStatement {
  return hasAmounts(frame) ? cellsWithAmounts(frame) : cellsOfCounts(frame);
}

/**
 * The cells of counts. Numbers are kept as one list per value and cohort; the list becomes rows after all actors are
 * counted.
 */
function cellsOfCounts(frame: RetentionFrame): SelectStatement {
  // Without a breakdown there is no value: a key that is equal in all rows would still cost time in each row.
  const value: Expr | undefined = frame.breakdown && field('value');
  return statement`
    SELECT
      ${value ?? expression`'' AS value`},
      cohort, cell.1 - 1 AS column, cell.2 AS actors, ${typedConstant(0, 'Float64')} AS amount
    FROM (
      SELECT
        ${value}, cohort,
        arrayJoin(arrayFilter(c -> c.2 > 0, arrayZip(arrayEnumerate(reached_counts), reached_counts))) AS cell
      FROM (
        SELECT ${value}, cohort, _countListed(${Math.max(1, frame.columns.length)})(reached) AS reached_counts
        FROM ${reachedOfActors(frame)}
        GROUP BY ${value}, cohort
      )
    )`;
}

function cellsWithAmounts(frame: RetentionFrame): SelectStatement {
  return statement`
    SELECT value, cohort, cell.1 AS column, sum(cell.2) AS actors, sum(cell.3) AS amount
    FROM (SELECT value, cohort, arrayJoin(cells) AS cell FROM ${cellsOfActors(frame)})
    GROUP BY value, cohort, column`;
}
