import type { AppError } from '../../../base/errors.ts';
import type { AstNode } from '../../language/ast.ts';
import type { CompileContext } from '../compile-context.ts';

/** Refuses a node by the error it returns. */
export type Rule = (node: AstNode, context: CompileContext) => AppError | undefined;
