import { FORMATS, type OutputFormat } from '../../../schema/output-format.ts';
import { INT64, nullable, STRING } from '../../catalog/build-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import { FORMS } from '../../catalog/functions/forms.ts';
import { call, cast } from '../build-ir.ts';
import { expandTemplate } from '../expand-template.ts';
import type { IrExpr } from '../ir.ts';

type Spell = (expr: IrExpr) => IrExpr;

/**
 * How values of a type must be spelled, because the engine would write them in a way that we do not promise; undefined
 * when the engine's way is right. Spelled as texts are moments in a zone other than UTC (the engine's ISO output knows
 * UTC only), integers above 64 bits (no JSON number holds them), and `inf` and `nan` in CSV. Arrow and Parquet have
 * types for moments but none for UUIDs and wide integers, which would come out as raw bytes.
 */
export function spelling(type: DataType, format: OutputFormat): Spell | undefined {
  const text = type.nullable ? nullable(STRING) : STRING;
  const { isBinary } = FORMATS[format];
  const castable = isBinary ? withoutNothing(type) : type;
  if (castable !== type) return (expr) => cast(expr, castable);
  const isTruth = type.kind === 'integer' && type.bits === 8 && type.signed === false && type.nullable;
  // The engine folds constants out of `a OR b` and may then answer a Bool, when only a Bool is left.
  if (isTruth) return (expr) => call('toUInt8', [expr], type);
  const isWide = type.kind === 'integer' && (type.bits ?? 64) > 64;
  if (isWide || (isBinary && type.kind === 'uuid')) return (expr) => call('toString', [expr], text);
  if (format === 'csv' && type.kind === 'float')
    return (expr) => expandTemplate(FORMS.finiteNumber, { args: [expr], type: nullable(type) });
  if (isBinary || type.kind !== 'datetime' || type.zone === undefined || type.zone === 'UTC')
    return undefined;
  const form = type.precision > 0 ? FORMS.isoMoment : FORMS.isoSecond;
  return (expr) => expandTemplate(form, { args: [expr], type: text });
}

/**
 * The type with a replacement for each part that files have no type for. NULLs and the elements of empty lists become
 * texts, and intervals become their count. The same object when there is nothing to replace.
 */
function withoutNothing(type: DataType): DataType {
  switch (type.kind) {
    case 'null':
      return nullable(STRING);
    case 'interval':
      return type.nullable ? nullable(INT64) : INT64;
    case 'array': {
      const element = withoutNothing(type.element);
      return element === type.element ? type : { ...type, element };
    }
    case 'tuple': {
      const elements = type.elements.map(withoutNothing);
      return elements.every((element, at) => element === type.elements[at]) ? type : { ...type, elements };
    }
    case 'map': {
      const [key, value] = [type.key.kind === 'null' ? STRING : type.key, withoutNothing(type.value)];
      return key === type.key && value === type.value ? type : { ...type, key, value };
    }
    default:
      return type;
  }
}
