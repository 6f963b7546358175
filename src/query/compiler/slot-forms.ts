import {
  arrayOf,
  BOOL,
  DATE,
  DATE32,
  dateTime64,
  FLOAT64,
  INT64,
  nullable,
  STRING,
  UUID,
} from '../catalog/build-type.ts';
import type { DataType } from '../catalog/data-type.ts';
import { engineTypeName } from '../catalog/engine-type-name.ts';

/**
 * How the value of a variable is bound. `number` is Int64 or Float64 by its value; `integer` is always Int64; `date` is
 * the calendar day, `instant` a moment; a `pattern` is a regular expression; the list forms are arrays.
 */
type ScalarForm = 'string' | 'pattern' | 'number' | 'integer' | 'bool' | 'instant' | 'date' | 'uuid';
type ListForm = 'strings' | 'patterns' | 'numbers' | 'instants' | 'dates' | 'uuids';
export type SlotForm = ScalarForm | ListForm;

/** The type of the expression that a slot is, without NULL. */
export const SLOT_TYPES: Readonly<Record<SlotForm, DataType>> = {
  string: STRING,
  pattern: STRING,
  number: FLOAT64,
  integer: INT64,
  bool: BOOL,
  instant: dateTime64(6, 'UTC'),
  date: DATE,
  uuid: UUID,
  strings: arrayOf(STRING),
  patterns: arrayOf(STRING),
  numbers: arrayOf(FLOAT64),
  instants: arrayOf(dateTime64(6, 'UTC')),
  dates: arrayOf(DATE),
  uuids: arrayOf(UUID),
};

/** The engine's type of the parameter of a slot whose type does not depend on its value; days have the wide range. */
export function slotParameterType(
  form: Exclude<SlotForm, 'number' | 'numbers'>,
  isNullable: boolean,
): string {
  const type = form === 'date' ? DATE32 : form === 'dates' ? arrayOf(DATE32) : SLOT_TYPES[form];
  return engineTypeName(isNullable ? nullable(type) : type);
}
