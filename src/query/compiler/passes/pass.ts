import type { LookupSubject } from '../../../schema/lookup.ts';
import type { StreamFormat } from '../../../schema/output-format.ts';
import type { ProjectContext } from '../../project-context.ts';
import type { NameSource } from '../compile-context.ts';
import type { IrLiteral, IrStatement, IrVariable } from '../ir.ts';
import type { IrRewrite } from '../ir-map.ts';
import type { ResultColumn } from '../resolve/scope.ts';

/** What the passes over a statement know, and where they put what they find for later. */
export interface PassContext {
  readonly project: ProjectContext;
  readonly names: NameSource;
  /** The columns of the answer, in order. */
  readonly columns: readonly ResultColumn[];
  /** The engine writes the answer in this format, with the user's column names. */
  readonly stream: StreamFormat | undefined;
  /** Every scan carries the constraint of the run, or was judged not to need it. */
  readonly isConstrained: boolean;
  /** Keys of event properties that scans read, found by `use-promoted-columns`. */
  readonly eventProperties: Set<string>;
  /** Subjects of lookups by which scans could be narrowed, by name, found by `use-lookups`. */
  readonly lookupSubjects: Map<string, LookupSubject>;
  /** The query's own LIMIT and OFFSET, found by `cap-rows`. */
  own: OwnLimits;
}

/** The LIMIT and OFFSET that the query itself sets: what a caller asks for never reaches past them. */
export interface OwnLimits {
  readonly limit?: IrLiteral | IrVariable;
  readonly offset?: IrLiteral | IrVariable;
}

/** A pass that rewrites nodes wherever they stand, in one walk with others. `name` is that of its file. */
export interface WalkingPass {
  readonly name: string;
  readonly rewrite: (context: PassContext) => IrRewrite;
}

/** A pass over the outermost SELECT. */
export interface OutermostPass {
  readonly name: string;
  readonly change: (statement: IrStatement, context: PassContext) => IrStatement;
}
