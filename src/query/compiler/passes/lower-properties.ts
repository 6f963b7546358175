import { nullable, STRING } from '../../catalog/build-type.ts';
import { FORMS } from '../../catalog/functions/forms.ts';
import type { ProjectContext } from '../../project-context.ts';
import { expandTemplate } from '../expand-template.ts';
import type { IrExpr, IrJsonKey, IrProperty } from '../ir.ts';
import { textAsMoment, textAsNumber, textAsTruth } from '../text-as.ts';
import type { WalkingPass } from './pass.ts';

/** Spells properties as calls: the text of a key, and the conversion that the project's definition asks for. */
export const lowerProperties: WalkingPass = {
  name: 'lower-properties',
  rewrite: ({ project }) => ({
    expr: (expr) => {
      if (expr.kind === 'jsonKey') return keyText(expr);
      return expr.kind === 'property' ? typedText(expr, project) : expr;
    },
  }),
};

function keyText({ json, path }: IrJsonKey): IrExpr {
  return expandTemplate(FORMS.jsonKey, { args: [json, ...path], type: nullable(STRING) });
}

function typedText({ text, definition }: IrProperty, project: ProjectContext): IrExpr {
  switch (definition) {
    case 'Numeric':
      return textAsNumber(text);
    case 'Boolean':
      return textAsTruth(text);
    case 'DateTime':
      return textAsMoment(text, project);
    case undefined:
      return text;
  }
}
