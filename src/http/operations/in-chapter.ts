import type { Scope } from '../../schema/scopes.ts';
import type { Operation, OperationTag } from './operation.ts';

type OfChapter = 'tag' | 'access';
type Operations = Readonly<Record<string, Omit<Operation, OfChapter> & Partial<Pick<Operation, 'access'>>>>;

/** No members but those of an operation: a misspelt one would be lost. */
type Exact<Of extends Operations> = {
  readonly [Name in keyof Of]: { readonly [Member in Exclude<keyof Of[Name], keyof Operation>]: never };
};

/** One scope for all operations of a chapter, or of what they read (by GET) and write. Some say otherwise. */
type ChapterAccess = Scope | 'endpoint' | 'project';

function scopeOf(access: ChapterAccess, { method }: Pick<Operation, 'method'>): Scope {
  return access === 'endpoint' || access === 'project'
    ? `${access}:${method === 'GET' ? 'read' : 'write'}`
    : access;
}

/** Operations of one chapter of the document. */
export function inChapter<const Of extends Operations>(
  tag: OperationTag,
  access: ChapterAccess,
  operations: Of & Exact<Of>,
): { readonly [Name in keyof Of]: Pick<Operation, OfChapter> & Of[Name] } {
  const tagged = Object.entries(operations).map(([name, operation]) => [
    name,
    { access: scopeOf(access, operation), ...operation, tag },
  ]);
  // Border: entries lose which names there are.
  return Object.fromEntries(tagged) as never;
}
