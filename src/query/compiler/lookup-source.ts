import type { LookupSubject } from '../../schema/lookup.ts';

/**
 * Rows of a lookup that stand for the events of a scan: all those that meet a condition which every row of the scan
 * must meet.
 */
export interface LookupRows<Expr> {
  readonly number: number;
  readonly subject: LookupSubject;
  readonly op: 'equals' | 'in';
  /** A text or a list of texts, the same for the whole run. */
  readonly wanted: Expr;
  /** The variable in `wanted`. Its value may be NULL, or a text that no lookup has. */
  readonly variable?: string;
}

/** One of two sources with the same columns, chosen when the value of the variable is known. */
export interface SourceSwitch<Source> {
  readonly kind: 'sourceSwitch';
  readonly variable: string;
  /** For NULL, and for a text that no lookup has, alone or in a list. */
  readonly whenOutside: Source;
  readonly otherwise: Source;
}
