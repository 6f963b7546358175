import { invariant } from '../../../base/invariant.ts';
import { notNull } from '../../catalog/build-type.ts';
import { engineTypeName } from '../../catalog/engine-type-name.ts';
import type { DataType } from '../../catalog/types.ts';
import type { ProjectContext } from '../../project-context.ts';
import { nowIn, quoteConstant, template } from '../build-ir.ts';
import type { IrExpr } from '../ir.ts';

interface TemplateValues {
  readonly args: readonly IrExpr[];
  readonly params: readonly IrExpr[];
  readonly type: DataType;
  readonly project: ProjectContext;
}

/** `$now`, `$2+`, `$1`, `$@`, `$p`, `$z`, `$t`, `$w`. */
const HOLE = /\$(now|\d\+|\d|@|p|z|t|w)/g;

/** Fills the holes of a printed shape of the function table (see `Template`). */
export function expandTemplate(shape: string, values: TemplateValues): IrExpr {
  const pieces: (string | IrExpr)[] = [];
  let at = 0;
  for (const match of shape.matchAll(HOLE)) {
    if (match.index > at) pieces.push(shape.slice(at, match.index));
    pieces.push(...holeValue(match[1] ?? '', values));
    at = match.index + match[0].length;
  }
  if (at < shape.length) pieces.push(shape.slice(at));
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined && typeof only !== 'string') return only;
  return template(mergeTexts(pieces), values.type);
}

function holeValue(hole: string, values: TemplateValues): readonly (string | IrExpr)[] {
  switch (hole) {
    case 'now':
      return [nowIn(values.project.timezone)];
    case '@':
      return separated(values.args);
    case 'p':
      return separated(values.params);
    case 'z':
      return [quoteConstant(values.project.timezone)];
    case 't':
      return [quoteConstant(engineTypeName(notNull(values.type)))];
    case 'w':
      return [values.project.weekStartDay === 1 ? '3' : '0'];
  }
  const position = Number(hole[0]);
  if (hole.endsWith('+')) return values.args.slice(position - 1).flatMap((arg) => [', ', arg]);
  const arg = values.args[position - 1];
  invariant(arg, `the shape of a function asks for argument ${position}`);
  return [arg];
}

function separated(exprs: readonly IrExpr[]): readonly (string | IrExpr)[] {
  return exprs.flatMap((expr, at) => (at === 0 ? [expr] : [', ', expr]));
}

function mergeTexts(pieces: readonly (string | IrExpr)[]): readonly (string | IrExpr)[] {
  const merged: (string | IrExpr)[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') merged[merged.length - 1] = last + piece;
    else merged.push(piece);
  }
  return merged;
}
