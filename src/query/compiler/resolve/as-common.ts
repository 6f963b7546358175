import { notNull } from '../../catalog/build-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import { engineTypeName } from '../../catalog/engine-type-name.ts';
import { holdsUnknown } from '../../catalog/holds-unknown.ts';
import { cast } from '../build-ir.ts';
import type { IrExpr } from '../ir.ts';

/**
 * A value beside others in one column or list, cast to the type that all of these values share. The engine's own choice
 * differs: of a Bool beside a number it keeps the Bool, and 5 becomes true. NULL stays NULL.
 * @param common the shared type; the value is left alone where only the engine knows this type
 */
export function asCommon(value: IrExpr, common: DataType): IrExpr {
  if (common.kind === 'null' || common.kind === 'lambda' || value.type.kind === 'null') return value;
  if (holdsUnknown(common) || holdsUnknown(value.type)) return value;
  if (engineTypeName(notNull(value.type)) === engineTypeName(notNull(common))) return value;
  return cast(value, { ...notNull(common), nullable: value.type.nullable } as DataType);
}
