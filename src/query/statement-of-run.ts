import type { StatementToCompile } from './compiled-version.ts';
import { type CompiledStatement, compileStatement } from './compiler/compile.ts';
import { modifiedProject } from './modified-project.ts';
import { type SqlFilters, sqlFilters } from './sql-filters.ts';
import { openText, type SqlText, withFilters } from './sql-text.ts';

/** A compiled statement of SQL without the project, which takes its place when the statement is bound. */
export type StatementParts = Omit<CompiledStatement, 'project'>;

/** Compiles the statement of one run, in another thread. */
export function compileForRun(asked: StatementToCompile): StatementParts {
  const text = openText(asked.stored, asked.declarations);
  const filters = sqlFilters({ filters: text.filters.stored }, asked.override);
  return statementOfRun(text, filters, asked);
}

/** The statement of one run: with the filters of the caller, the time, and the columns of a streamed format. */
export function statementOfRun(
  { ast, text, modifiers, variableTypes }: SqlText,
  filters: SqlFilters,
  {
    project: unmodified,
    constraint,
    stream,
    nowMs,
  }: Pick<StatementToCompile, 'project' | 'constraint' | 'stream' | 'nowMs'>,
): StatementParts {
  const project = modifiedProject(unmodified, modifiers);
  const options = {
    project,
    nowMs,
    text,
    variableTypes,
    constraint,
    ...(stream !== undefined && { stream }),
  };
  const filtered = withFilters(ast(), filters, project, { nowMs, unset: 'missing' });
  const { project: _, ...compiled } = compileStatement(filtered, options);
  return compiled;
}
