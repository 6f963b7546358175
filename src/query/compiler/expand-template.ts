import { invariant } from '../../base/invariant.ts';
import { notNull } from '../catalog/build-type.ts';
import type { DataType } from '../catalog/data-type.ts';
import { engineTypeName } from '../catalog/engine-type-name.ts';
import type { Template } from '../catalog/function-row.ts';
import type { ProjectContext } from '../project-context.ts';
import { nowIn } from './build-ir.ts';
import { quoteConstant } from './clickhouse/quote-constant.ts';
import type { IrExpr } from './ir.ts';

interface TemplateValues {
  readonly args: readonly IrExpr[];
  readonly params?: readonly IrExpr[] | undefined;
  readonly type: DataType;
  /** Needed only for shapes with `$z`, `$w`, `$now` or `$zoned`. */
  readonly project?: ProjectContext;
}

type Piece = string | IrExpr;

/** Fills the holes of a printed shape of the catalog (see `Template`). */
export function expandTemplate(shape: Template, values: TemplateValues): IrExpr {
  const pieces: Piece[] = [];
  for (const part of partsOf(shape)) {
    if (typeof part === 'string') addPiece(part, pieces);
    else for (const piece of holeValue(part.hole, values)) addPiece(piece, pieces);
  }
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined && typeof only !== 'string') return only;
  return { kind: 'template', pieces, type: values.type };
}

/** Adds a piece; a text joins the text before it. */
function addPiece(piece: Piece, pieces: Piece[]): void {
  const last = pieces.length - 1;
  const before = pieces[last];
  if (typeof piece === 'string' && typeof before === 'string') pieces[last] = before + piece;
  else pieces.push(piece);
}

type Part = string | { readonly hole: string };

/** `$now`, `$zoned`, `$2+`, `$1`, `$@`, `$p`, `$z`, `$t`, `$w`. */
const HOLE = /\$(now|zoned|\d\+|\d|@|p|z|t|w)/;

/** The parts of each shape, parsed once; there are only as many shapes as the catalog has. */
const PARTS = new Map<Template, readonly Part[]>();

function partsOf(shape: Template): readonly Part[] {
  const known = PARTS.get(shape);
  if (known) return known;
  // `split` gives texts at even places and the holes that HOLE found at odd places.
  const parts = shape.split(HOLE).map((text, at) => (at % 2 === 0 ? text : { hole: text }));
  const filled = parts.filter((part) => part !== '');
  PARTS.set(shape, filled);
  return filled;
}

function holeValue(hole: string, values: TemplateValues): readonly Piece[] {
  const { args, params = [], type } = values;
  switch (hole) {
    case '@':
      return separated(args);
    case 'p':
      return separated(params);
    case 't':
      return [quoteConstant(engineTypeName(notNull(type)))];
    case 'z':
    case 'w':
    case 'now':
    case 'zoned':
      return [projectValue(hole, values)];
  }
  const position = Number(hole[0]);
  if (hole.endsWith('+')) return args.slice(position - 1).flatMap((arg) => [', ', arg]);
  return [argumentAt(position, args)];
}

function projectValue(hole: 'z' | 'w' | 'now' | 'zoned', { args, type, project }: TemplateValues): Piece {
  invariant(project, 'a shape that asks for the project is filled for one');
  switch (hole) {
    case 'z':
      return quoteConstant(project.timezone);
    case 'w':
      return project.weekStartDay === 1 ? '3' : '0';
    case 'now':
      return nowIn(project.timezone);
    case 'zoned':
      return { kind: 'zone', expr: argumentAt(1, args), zone: project.timezone, type };
  }
}

function argumentAt(position: number, args: readonly IrExpr[]): IrExpr {
  const arg = args[position - 1];
  invariant(arg, `the shape of a function asks for argument ${position}`);
  return arg;
}

function separated(exprs: readonly IrExpr[]): readonly Piece[] {
  return exprs.flatMap((expr, at) => (at === 0 ? [expr] : [', ', expr]));
}
