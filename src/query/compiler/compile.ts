import type { AppError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { StreamFormat } from '../../schema/output-format.ts';
import type { VariableType } from '../../schema/variable-declaration.ts';
import { engineTypeName } from '../catalog/engine-type-name.ts';
import type { SelectStatement } from '../language/ast.ts';
import type { ProjectContext } from '../project-context.ts';
import type { OutputColumn } from '../run-plan.ts';
import { checkOutput } from './clickhouse/check-output.ts';
import { printStatement } from './clickhouse/print.ts';
import type { PrintedText } from './clickhouse/printed-text.ts';
import { type CompileContext, NameSource, untilEnoughErrors } from './compile-context.ts';
import { mapStatement } from './ir-map.ts';
import { capRows, type OwnLimits } from './passes/cap-rows.ts';
import { expandJoins } from './passes/expand-joins.ts';
import { guardProject } from './passes/guard-project.ts';
import { lowerProperties } from './passes/lower-properties.ts';
import { nameOutputs } from './passes/name-outputs.ts';
import { spellOutputs } from './passes/spell-outputs.ts';
import { usePromotedColumns } from './passes/use-promoted-columns.ts';
import { type ResolvedStatement, resolveStatement } from './resolve/resolve-statement.ts';
import { checkExpansion } from './rules/bounded-expansion.ts';
import { checkRules } from './rules/rules.ts';
import { VariableUses } from './variable-uses.ts';

export interface CompileOptions {
  readonly project: ProjectContext;
  /** The user's text, for positions and column names; absent for trees made by the program. */
  readonly text?: string;
  /** Declared types of variables. */
  readonly variableTypes?: ReadonlyMap<string, VariableType>;
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
  /** Its value is the name of a property: it cannot be that of a virtual one, which is computed and not read. */
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
  /** Functions in it whose answers may differ between two runs with the same data and `now`, sorted. */
  readonly unstableFunctions: readonly string[];
  /** Keys of event properties that it reads, sorted. */
  readonly eventProperties: readonly string[];
  /** Rows that the engine may work on at once; set where values may be large in every row before any limit sees them. */
  readonly blockRows?: number;
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

const NO_COLUMNS: ReadonlyMap<string, string> = new Map();

/** All errors of a statement, in the order of the text; the compiled form can be asked for when there are none. */
export function tryCompile(
  ast: SelectStatement,
  options: CompileOptions,
): { readonly errors: readonly AppError[]; readonly compiled: () => CompiledStatement } {
  const { project } = options;
  const declared = options.variableTypes ?? new Map<string, VariableType>();
  let context = newContext(options, new VariableUses(declared, new Map()));
  let resolved = resolveWithin(ast, context);
  const inferred = context.variables.inferred();
  if (context.variables.changes(inferred)) {
    context = newContext(options, new VariableUses(declared, inferred));
    resolved = resolveWithin(ast, context);
  }
  const { variables, tables, unstable, blockRows, errors, names } = context;
  const compiled = (): CompiledStatement => {
    invariant(resolved, 'a statement with errors is not asked for');
    const expanded = expandJoins(resolved.statement);
    const { statement: promoted, eventProperties } = usePromotedColumns(
      expanded,
      project.promoted?.events ?? NO_COLUMNS,
    );
    // In one walk: each sees nodes whose parts both have changed already.
    const guarded = mapStatement(promoted, { ...lowerProperties(project.timezone), ...guardProject });
    const { statement, own } = capRows(guarded, resolved.columns, names);
    const { stream } = options;
    const printed = printStatement(
      stream === undefined
        ? { ...statement, query: spellOutputs(statement.query) }
        : nameOutputs(statement, stream, names),
    );
    checkOutput(printed.pieces, project.timezone);
    return {
      ...printed,
      project,
      columns: resolved.columns.map((column) => ({ name: column.label, type: engineTypeName(column.type) })),
      variables: variables.names().map((name) => ({
        name,
        type: variables.typeOf(name) ?? 'String',
        declared: declared.has(name),
        nullable: variables.isNullable(name),
        ...(variables.namesProperty(name) && { namesProperty: true as const }),
      })),
      tables: [...tables].sort(),
      unstableFunctions: [...unstable].sort(),
      eventProperties,
      ...(blockRows.size > 0 && { blockRows: Math.min(...blockRows) }),
      own,
    };
  };
  return { errors: inOrderOfText(errors), compiled };
}

/** Judges and resolves a statement; undefined when its errors were enough before the end. */
function resolveWithin(ast: SelectStatement, context: CompileContext): ResolvedStatement | undefined {
  return untilEnoughErrors(() => {
    checkRules(ast, context);
    const resolved = resolveStatement(ast, context);
    checkExpansion(resolved.statement, context);
    return resolved;
  });
}

function newContext(options: CompileOptions, variables: VariableUses): CompileContext {
  return {
    project: options.project,
    text: options.text,
    names: new NameSource(),
    variables,
    ctes: [],
    tables: new Set(),
    unstable: new Set(),
    blockRows: new Set(),
    expansion: {
      steps: 0,
      openCtes: 0,
      starColumns: 0,
      patternPieces: 0,
      patternWork: 0,
      nodes: new WeakMap(),
    },
    errors: [],
  };
}

/** Errors without a place come last: in trees of the program they follow from one that has a place. */
function inOrderOfText(errors: readonly AppError[]): readonly AppError[] {
  const placeOf = ({ position }: AppError): number => position?.offset ?? Number.MAX_SAFE_INTEGER;
  return errors.toSorted((a, b) => placeOf(a) - placeOf(b));
}
