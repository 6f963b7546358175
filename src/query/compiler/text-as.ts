import { BOOL, dateTime64, FLOAT64, nullable } from '../catalog/build-type.ts';
import { FORMS } from '../catalog/functions/forms.ts';
import type { ProjectContext } from '../project-context.ts';
import { castOrNull } from './build-ir.ts';
import { expandTemplate } from './expand-template.ts';
import type { IrExpr } from './ir.ts';

/** Readings of a text, such as that of a property: NULL where it is no such thing. */

export function textAsNumber(text: IrExpr): IrExpr {
  return castOrNull(text, FLOAT64);
}

export function textAsTruth(text: IrExpr): IrExpr {
  return expandTemplate(FORMS.truthOfText, { args: [text], type: nullable(BOOL) });
}

export function textAsMoment(text: IrExpr, project: ProjectContext): IrExpr {
  const type = nullable(dateTime64(6, project.timezone));
  return expandTemplate(FORMS.momentOfText, { args: [text], type, project });
}
