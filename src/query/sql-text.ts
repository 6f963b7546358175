import { checkShape } from '../schema/check-shape.ts';
import type { Modifiers } from '../schema/modifiers.ts';
import { sqlQuerySchema } from '../schema/sql-query.ts';
import type { VariableDeclarations, VariableType } from '../schema/variable-declaration.ts';
import { applyFilters } from './compiler/passes/apply-filters.ts';
import type { SelectStatement } from './language/ast.ts';
import { parseSelect } from './language/parse.ts';
import type { ProjectContext } from './project-context.ts';
import { type FilterMoment, filtersAt, type SqlFilters, sqlFilters } from './sql-filters.ts';
import type { StoredQuery } from './stored-query.ts';
import { withGivenValues } from './with-given-values.ts';

/** A SQL query of an endpoint, read but not compiled. */
export interface SqlText {
  readonly stored: StoredQuery;
  /** Parsed when it is asked for: most runs need only the compiled statement. */
  readonly ast: () => SelectStatement;
  readonly text: string;
  readonly modifiers: Modifiers | undefined;
  readonly declarations: VariableDeclarations;
  readonly filters: SqlFilters;
  readonly variableTypes: ReadonlyMap<string, VariableType>;
}

export function openText(stored: StoredQuery, declarations: VariableDeclarations): SqlText {
  const { query: text, filters, modifiers, values } = checkShape(sqlQuerySchema, stored, 'query');
  let ast: SelectStatement | undefined;
  return {
    stored,
    ast: () => {
      ast ??= withGivenValues(parseSelect(text), values);
      return ast;
    },
    text,
    modifiers,
    declarations,
    filters: sqlFilters({ filters }),
    variableTypes: declaredTypes(declarations),
  };
}

export function declaredTypes(declarations: VariableDeclarations): ReadonlyMap<string, VariableType> {
  return new Map(
    Object.entries(declarations).flatMap(([name, { type }]) => (type === undefined ? [] : [[name, type]])),
  );
}

export function withFilters(
  ast: SelectStatement,
  filters: SqlFilters,
  project: ProjectContext,
  moment: FilterMoment,
): SelectStatement {
  return applyFilters(ast, filtersAt(filters, project, moment));
}
