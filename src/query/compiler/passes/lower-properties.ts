import { BOOL, FLOAT64, nullable } from '../../catalog/build-type.ts';
import { quoteConstant, template } from '../build-ir.ts';
import type { IrExpr, IrProperty } from '../ir.ts';
import type { IrRewrite } from '../ir-map.ts';

/** Spells properties as calls: the text of a key, and the conversion that the project's definition asks for. */
export function lowerProperties(zone: string): Pick<IrRewrite, 'expr'> {
  return {
    expr: (expr) => {
      if (expr.kind === 'jsonKey') return keyText(expr.json, expr.path);
      return expr.kind === 'property' ? typedText(expr, zone) : expr;
    },
  };
}

function keyText(json: IrExpr, path: readonly IrExpr[]): IrExpr {
  const keys = path.flatMap((key) => [', ', key]);
  return template(['JSONExtract(', json, ...keys, ", 'Nullable(String)')"], {
    kind: 'string',
    nullable: true,
  });
}

function typedText({ text, definition }: IrProperty, zone: string): IrExpr {
  switch (definition) {
    case 'Numeric':
      return template(['accurateCastOrNull(', text, ", 'Float64')"], nullable(FLOAT64));
    case 'Boolean':
      return template(
        ['multiIf(', text, " = 'true', true, ", text, " = 'false', false, NULL)"],
        nullable(BOOL),
      );
    case 'DateTime':
      return template(['parseDateTime64BestEffortOrNull(', text, `, 6, ${quoteConstant(zone)})`], {
        kind: 'datetime',
        nullable: true,
        precision: 6,
        zone,
      });
    case undefined:
      return text;
  }
}
