import { AppError, type ErrorCode } from '../../base/errors.ts';
import { sourcePosition } from '../../base/source-position.ts';
import type { AstNode, SourceMember, SourceSpan } from '../language/ast.ts';
import { findNode } from '../language/visit.ts';
import type { ProjectContext } from '../project-context.ts';
import type { IrCte, IrExpr, IrSubquery } from './ir.ts';
import type { ScanConstraint } from './scan-constraint.ts';
import type { VariableUses } from './variable-uses.ts';

/** What one compilation knows and collects. The context lives as long as the call of `compileStatement`. */
export interface CompileContext {
  readonly project: ProjectContext;
  /** The user's text, for positions and output names; absent for trees made by the program. */
  readonly text: string | undefined;
  readonly names: NameSource;
  readonly variables: VariableUses;
  /** CTEs in the order in which they were resolved. */
  readonly ctes: IrCte[];
  /** Tables that FROM lists name. */
  readonly tables: Set<string>;
  /** Names of functions whose answers may differ from run to run. */
  readonly unstable: Set<string>;
  /**
   * How many rows at once are allowed by each place that may make a large value of few letters; see `large-values.ts`.
   */
  readonly blockRows: Set<number>;
  /** The time of the run, milliseconds since 1970, from which actions and cohorts look back. */
  readonly nowMs: number;
  /** What the run may see; undefined = all rows of the project. */
  readonly constraint: ScanConstraint | undefined;
  /** Becomes true when the text depends on `nowMs`. */
  readonly isTimed: { value: boolean };
  /** The members of each cohort that was named so far. */
  readonly cohortSets: Map<number, IrSubquery>;
  /** How far the statement has grown, see `bounded-expansion.ts`. */
  readonly expansion: Expansion;
  /** Errors found so far; the resolver goes on after an error so that one pass finds all of them. */
  readonly errors: AppError[];
}

export interface Expansion {
  /** Expressions resolved so far. */
  steps: number;
  /** CTEs that are being resolved, each because the one before it uses it. */
  openCtes: number;
  /** Cohorts that are being resolved, each because the one before it names it. */
  openCohorts: number;
  /** Conditions of the cohorts that were named so far. */
  cohortConditions: number;
  /** Columns that stars and COLUMNS have been unfolded to, before any was left out. */
  starColumns: number;
  /**
   * Pieces that the patterns of COLUMNS stand for, and these times the letters of the names that each pattern was tried
   * on.
   */
  patternPieces: number;
  patternWork: number;
  /** Nodes of the expressions that were resolved. */
  readonly nodes: WeakMap<IrExpr, number>;
}

/** Makes generated names, unique in the statement. */
export class NameSource {
  readonly #counts = new Map<string, number>();

  next(prefix: 't' | 'c' | 'q' | 'l' | 'w'): string {
    const count = (this.#counts.get(prefix) ?? 0) + 1;
    this.#counts.set(prefix, count);
    return `${prefix}${count}`;
  }
}

/** An error at a place of the user's text, or of a member of the query that holds an expression. */
export function compileError(
  context: CompileContext,
  code: ErrorCode,
  detail: string,
  at?: { readonly span?: SourceSpan } | AstNode,
): AppError {
  const member = at && memberSpan(at);
  if (member) {
    const { start, end, attr, text } = member;
    return new AppError(code, detail, { attr, position: sourcePosition(text, start, end) });
  }
  if (context.text === undefined || !at?.span) return new AppError(code, detail);
  return new AppError(code, detail, { position: sourcePosition(context.text, at.span.start, at.span.end) });
}

/**
 * The place of a node in a member. A node that the program made around an expression has the place of the expression.
 */
function memberSpan(at: { readonly span?: SourceSpan } | AstNode): (SourceMember & SourceSpan) | undefined {
  const inner = at.span || !('kind' in at) ? at : findNode(at, ({ span }) => span !== undefined);
  return inner?.span?.member && { ...inner.span, ...inner.span.member };
}

/** Most errors of one statement: finding near names costs time for each error, and nobody reads more of them. */
const MAX_ERRORS = 100;

/** Ends a compilation that has found enough errors; the errors stand in the context. */
class EnoughErrors extends Error {}

/**
 * Keeps an error. Ends the compilation when as many errors are kept as an answer may hold, or when the query is too
 * complex.
 */
export function addError(context: CompileContext, error: AppError): void {
  context.errors.push(error);
  if (context.errors.length >= MAX_ERRORS || error.code === 'query_too_complex') throw new EnoughErrors();
}

/** Runs a whole compilation; the result is undefined when `addError` has ended it. */
export function untilEnoughErrors<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof EnoughErrors) return undefined;
    throw error;
  }
}

/**
 * Runs `work`. An error of a user is kept in the context, and `fallback` stands for the part that could not be
 * resolved.
 */
export function collectErrors<T>(
  context: CompileContext,
  fallback: T,
  work: () => T,
  onError?: () => void,
): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    addError(context, error);
    onError?.();
    return fallback;
  }
}
