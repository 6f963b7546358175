import type { Expr } from '../../language/ast.ts';
import type { IrExpr } from '../ir.ts';
import type { Scope } from './scope.ts';

/** Names of events that statements of the program name on their own: nobody misspelled these. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  '$pageview $screen $autocapture $identify $create_alias $merge_dangerously'.split(' '),
);

/** True in statements of insights, whose nodes have no place, and in texts of the catalog, which have one. */
function isOfProgram({ span }: Expr, { text }: Scope['context']): boolean {
  return text === undefined && span?.member === undefined;
}

/** Tells the project of the name of an event when a field `event` is compared with a text. */
export function noteEventName(field: Expr, value: IrExpr, { context }: Scope): void {
  if (field.kind !== 'Field' || field.chain.length > 2 || field.chain.at(-1) !== 'event') return;
  if (value.kind !== 'literal' || typeof value.value !== 'string') return;
  if (isOfProgram(field, context) && (field.span !== undefined || OWN_NAMES.has(value.value))) return;
  context.project.noteEventName?.(value.value);
}
