import type { Operation, OperationTag } from './operation.ts';

type Operations = Readonly<Record<string, Omit<Operation, 'tag'>>>;

/** No members but those of an operation: a misspelt one would be lost. */
type Exact<Of extends Operations> = {
  readonly [Name in keyof Of]: { readonly [Member in Exclude<keyof Of[Name], keyof Operation>]: never };
};

/** Operations of one chapter of the document. */
export function inChapter<const Of extends Operations>(
  tag: OperationTag,
  operations: Of & Exact<Of>,
): { readonly [Name in keyof Of]: Of[Name] & { readonly tag: OperationTag } } {
  const tagged = Object.entries(operations).map(([name, operation]) => [name, { ...operation, tag }]);
  // Border: entries lose which names there are.
  return Object.fromEntries(tagged) as never;
}
