import type { Expr } from '../../language/ast.ts';
import { call, constant, field } from '../../language/build.ts';

/** When the best attempt of an actor took a step, from 0; 0 = not. */
export function timeOfBest(step: number): Expr {
  return call('arrayElement', field('best'), constant(step + 1));
}
