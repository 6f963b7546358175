import type { NameSource } from '../compile-context.ts';
import type { IrExpr, IrNaming } from '../ir.ts';
import { fill, needsFilling } from './fill-outputs.ts';
import type { OutermostPass } from './pass.ts';
import { outermostSelect } from './spell-outputs.ts';
import { spelling } from './spelling.ts';

/**
 * Gives the columns of a statement the user's names, for formats that print names. The names stand on a SELECT around
 * the statement, which reads its columns by their generated names: inside, a name of the user could hide one of those.
 */
export const nameOutputs: OutermostPass = {
  name: 'name-outputs',
  change: (statement, { stream, names }) => {
    if (stream === undefined) return statement;
    const select = outermostSelect(statement);
    const labels = uniqueNames(select.outputs.map(({ label }) => label));
    const alias = freeAlias(labels, names);
    const outputs = select.outputs.map(({ name, expr }, at): IrNaming['outputs'][number] => {
      const { type } = expr;
      const column: IrExpr = { kind: 'column', table: alias, column: name, type };
      const spell = spelling(type, stream) ?? (needsFilling(expr, select) ? fill : undefined);
      return { label: labels[at] ?? name, expr: spell?.(column) ?? column };
    });
    return { ...statement, naming: { alias, outputs } };
  },
};

/** A table name that no label begins with: the engine looks up `t3.c1` among the aliases `t3` first. */
function freeAlias(labels: readonly string[], names: NameSource): string {
  for (;;) {
    const alias = names.next('t');
    if (!labels.some((label) => label.startsWith(alias))) return alias;
  }
}

/** Members of an object and columns of a file need different names: `a, a, ''` → `a, a_2, column_3`. */
function uniqueNames(labels: readonly string[]): readonly string[] {
  const given = new Set(labels);
  const taken = new Set<string>();
  return labels.map((label, at) => {
    const base = label === '' ? `column_${at + 1}` : label.toWellFormed();
    let name = base;
    for (let count = 2; taken.has(name) || (name !== label && given.has(name)); count += 1)
      name = `${base}_${count}`;
    taken.add(name);
    return name;
  });
}
