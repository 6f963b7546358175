import { BOOL, dateTime64, FLOAT64, nullable } from '../../catalog/build-type.ts';
import type { DataType } from '../../catalog/data-type.ts';
import type { PropertyType } from '../../project-context.ts';
import type { IrExpr, IrProperty } from '../ir.ts';

/** A property by its raw text and the type that the project defines for it. */
export function readProperty(text: IrExpr, definition: PropertyType | undefined, zone: string): IrProperty {
  switch (definition) {
    case 'Numeric':
      return { kind: 'property', text, definition, type: nullable(FLOAT64) };
    case 'Boolean':
      return { kind: 'property', text, definition, type: nullable(BOOL) };
    case 'DateTime':
      return { kind: 'property', text, definition, type: nullable(dateTime64(6, zone)) };
    case 'String':
    case undefined:
      return { kind: 'property', text, definition: undefined, type: PROPERTY_TEXT };
  }
}

const PROPERTY_TEXT: DataType = { kind: 'string', nullable: true, fromProperty: true };
