import type { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { LookupSubject } from '../../schema/lookup.ts';
import type { StreamFormat } from '../../schema/output-format.ts';
import type { VariableType } from '../../schema/variable-declaration.ts';
import { engineTypeName } from '../catalog/engine-type-name.ts';
import type { SelectStatement } from '../language/ast.ts';
import type { ProjectContext } from '../project-context.ts';
import type { RunConstraint } from '../run-constraint.ts';
import type { OutputColumn } from '../run-plan.ts';
import { checkOutput } from './clickhouse/check-output.ts';
import { printStatement } from './clickhouse/print.ts';
import type { PrintedText } from './clickhouse/printed-text.ts';
import { type CompileContext, collectErrors, NameSource, untilEnoughErrors } from './compile-context.ts';
import type { OwnLimits, PassContext } from './passes/pass.ts';
import { runPasses } from './passes/passes.ts';
import { type ResolvedStatement, resolveStatement } from './resolve/resolve-statement.ts';
import { checkExpansion } from './rules/bounded-expansion.ts';
import { checkRules } from './rules/rules.ts';
import { ScanConstraint } from './scan-constraint.ts';
import { VariableUses } from './variable-uses.ts';

export interface CompileOptions {
  readonly project: ProjectContext;
  /** The user's text, for positions and column names; absent for trees made by the program. */
  readonly text?: string;
  /** Declared types of variables. */
  readonly variableTypes?: ReadonlyMap<string, VariableType>;
  /**
   * The time of the run, milliseconds since 1970; only a text with actions or cohorts depends on it. Absent = any:
   * whether a statement compiles does not depend on the time.
   */
  readonly nowMs?: number;
  /** What the run may see. It acts on every scan, whoever wrote its FROM. */
  readonly constraint?: RunConstraint | undefined;
  /** The engine writes the answer in this format, with the user's column names. */
  readonly stream?: StreamFormat;
}

export interface CompiledVariable {
  readonly name: string;
  readonly type: VariableType;
  /** True when the type was declared, not inferred from use. */
  readonly declared: boolean;
  /** False for slots such as LIMIT that cannot hold NULL. */
  readonly nullable: boolean;
  /** The value is the name of a property. It cannot name a virtual property, which is computed and not read. */
  readonly namesProperty?: true;
}

/** A statement as it is kept: everything but the values of a run. */
export interface CompiledStatement extends PrintedText {
  readonly project: ProjectContext;
  readonly columns: readonly OutputColumn[];
  /** In order of first use. */
  readonly variables: readonly CompiledVariable[];
  /** Tables that FROM lists name, sorted. */
  readonly tables: readonly string[];
  /** Functions in the statement whose answers may differ between two runs with the same data and `now`, sorted. */
  readonly unstableFunctions: readonly string[];
  /** Keys of event properties that the statement reads, sorted. */
  readonly eventProperties: readonly string[];
  /** Lookups by which a scan of events could be narrowed, whether there are such lookups or not. */
  readonly lookupSubjects: readonly LookupSubject[];
  /** Rows that the engine may work on at once, where values may be large in every row before a limit sees them. */
  readonly blockRows?: number;
  /** True when the text holds for `nowMs` alone. */
  readonly isTimed: boolean;
  readonly own: OwnLimits;
}

/**
 * Compiles a statement: the one way from a tree, of a user or of the program, to SQL.
 * @throws AppError with the first error of the text
 */
export function compileStatement(ast: SelectStatement, options: CompileOptions): CompiledStatement {
  const { compiled, errors } = tryCompile(ast, options);
  const [first] = errors;
  if (first) throw first;
  return compiled();
}

/** All errors of a statement, in the order of the text. The compiled form can be asked for only when there are none. */
export function tryCompile(
  ast: SelectStatement,
  options: CompileOptions,
): { readonly errors: readonly AppError[]; readonly compiled: () => CompiledStatement } {
  const { resolved, context } = resolveTyped(ast, options);
  const compiled = (): CompiledStatement => {
    invariant(resolved, 'a statement with errors is not asked for');
    return printResolved(resolved, context, options);
  };
  return { errors: inOrderOfText(context.errors), compiled };
}

/**
 * Judges and resolves a statement. Where a later place decides the type of a variable that an earlier place has read
 * with another type, this is done twice. `resolved` is undefined when so many errors were found that the work ended
 * early.
 */
export function resolveTyped(
  ast: SelectStatement,
  options: CompileOptions,
): { readonly resolved: ResolvedStatement | undefined; readonly context: CompileContext } {
  const declared = options.variableTypes ?? new Map<string, VariableType>();
  const context = newContext(options, new VariableUses(declared, new Map()));
  const resolved = resolveWithin(ast, context);
  const inferred = context.variables.inferred();
  if (!context.variables.changes(inferred)) return { resolved, context };
  const again = newContext(options, new VariableUses(declared, inferred));
  return { resolved: resolveWithin(ast, again), context: again };
}

function resolveWithin(ast: SelectStatement, context: CompileContext): ResolvedStatement | undefined {
  return untilEnoughErrors(() => {
    checkRules(ast, context);
    const resolved = resolveStatement(ast, context);
    checkExpansion(resolved.statement, context);
    collectErrors(context, undefined, () => context.constraint?.requireUse());
    return resolved;
  });
}

function printResolved(
  { statement, columns }: ResolvedStatement,
  context: CompileContext,
  { stream }: CompileOptions,
): CompiledStatement {
  const { project, variables, tables, unstable, blockRows, names } = context;
  const isConstrained = context.constraint !== undefined;
  const found: PassContext = {
    ...{ project, names, columns, stream, isConstrained },
    ...{ eventProperties: new Set(), lookupSubjects: new Map(), own: {} },
  };
  const printed = printStatement(runPasses(statement, found));
  checkOutput(printed.pieces, project.timezone);
  return {
    ...printed,
    project,
    columns: columns.map((column) => ({ name: column.label, type: engineTypeName(column.type) })),
    variables: variables.names().map((name) => ({
      name,
      type: variables.typeOf(name) ?? 'String',
      declared: variables.isDeclared(name),
      nullable: variables.isNullable(name),
      ...(variables.namesProperty(name) && { namesProperty: true as const }),
    })),
    tables: [...tables].sort(),
    unstableFunctions: [...unstable].sort(),
    eventProperties: [...found.eventProperties].sort(),
    lookupSubjects: [...found.lookupSubjects.values()],
    ...(blockRows.size > 0 && { blockRows: Math.min(...blockRows) }),
    isTimed: context.isTimed.value,
    own: found.own,
  };
}

const SOME_MS = Date.UTC(2026, 0, 1);

function newContext(options: CompileOptions, variables: VariableUses): CompileContext {
  const { project, constraint, nowMs = SOME_MS } = options;
  return {
    project,
    text: options.text,
    names: new NameSource(),
    variables,
    ctes: [],
    tables: new Set(),
    unstable: new Set(),
    blockRows: new Set(),
    nowMs,
    constraint: constraint && new ScanConstraint(constraint, project, nowMs),
    isTimed: { value: false },
    cohortSets: new Map(),
    expansion: {
      steps: 0,
      openCtes: 0,
      openCohorts: 0,
      cohortConditions: 0,
      starColumns: 0,
      patternPieces: 0,
      patternWork: 0,
      nodes: new WeakMap(),
    },
    errors: [],
  };
}

/** Errors without a place come last: in trees of the program such an error follows from one that has a place. */
function inOrderOfText(errors: readonly AppError[]): readonly AppError[] {
  const placeOf = ({ position }: AppError): number => position?.offset ?? Number.MAX_SAFE_INTEGER;
  return errors.toSorted((a, b) => placeOf(a) - placeOf(b));
}
