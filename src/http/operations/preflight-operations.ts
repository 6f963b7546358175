import type { Operation } from './operation.ts';

/** OPTIONS of every path of the operations: browsers ask before they send headers of their own. */
export function preflightOperations(operations: readonly Operation[]): readonly Operation[] {
  const byPath = new Map(operations.map((operation) => [operation.path, operation]));
  return [...byPath.values()].map(({ id, path, params }) => ({
    id: `${id.replace(/ByGet$/, '')}Preflight`,
    method: 'OPTIONS',
    path,
    access: 'open',
    tag: 'Capture',
    summary: `May a page of another site call \`${path}\`? Yes`,
    ...(params !== undefined && { params }),
    answers: { 200: { description: 'Origin and headers are those that were asked for' } },
  }));
}
