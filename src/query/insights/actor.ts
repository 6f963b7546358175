import type { Expr } from '../language/ast.ts';
import { field } from '../language/build.ts';
import { expression } from '../language/dialect.ts';

/** The person or group that a query counts. */
export interface Actor {
  /** Identity of the actor of an event row. */
  readonly id: Expr;
  /** Condition for rows that have an actor; absent when all rows have one. */
  readonly exists?: Expr;
}

/** The person of an event, or its group of one type; rows without such a group have no actor. */
export function actorOf(groupTypeIndex: number | undefined): Actor {
  if (groupTypeIndex === undefined) return { id: field('person_id') };
  const key = field(`$group_${groupTypeIndex}`);
  return { id: key, exists: expression`${key} != ''` };
}
