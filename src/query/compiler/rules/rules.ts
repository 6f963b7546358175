import type { AstNode, NodeKind, SelectStatement } from '../../language/ast.ts';
import { visit } from '../../language/visit.ts';
import { addError, type CompileContext } from '../compile-context.ts';
import { fewJoins } from './few-joins.ts';
import { noUnofferedClauses } from './no-unoffered-clauses.ts';
import type { Rule } from './rule.ts';
import { uniqueCteNames } from './unique-cte-names.ts';

/**
 * What a tree must satisfy before it is resolved, by the kind of node. Each rule refuses one thing and has its own
 * file.
 */
const RULES: Partial<Readonly<Record<NodeKind, readonly Rule[]>>> = {
  SelectQuery: [fewJoins, noUnofferedClauses, uniqueCteNames],
  JoinExpr: [noUnofferedClauses],
  SampleExpr: [noUnofferedClauses],
  CTE: [noUnofferedClauses],
};

/** Walks the tree once and collects every refusal. */
export function checkRules(ast: SelectStatement, context: CompileContext): void {
  visit(ast, {
    enter: (node: AstNode) => {
      RULES[node.kind]?.forEach((rule) => {
        const error = rule(node, context);
        if (error) addError(context, error);
      });
      return true;
    },
  });
}
