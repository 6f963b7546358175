import { nullable, STRING } from '../../catalog/build-type.ts';
import type { IrExpr, IrJsonKey } from '../ir.ts';

/** The text behind a path of a JSON text. */
export function jsonPath(json: IrExpr, path: readonly IrExpr[]): IrJsonKey {
  return { kind: 'jsonKey', json, path, type: nullable(STRING) };
}
