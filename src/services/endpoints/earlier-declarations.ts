import type { Queryable } from '../../adapters/store/database.ts';
import type { VersionRow } from '../../adapters/store/endpoint-row.ts';
import { listVersions } from '../../adapters/store/version-store.ts';
import type { VariableDeclaration, VariableDeclarations } from '../../schema/variable-declaration.ts';

/** Most versions that are looked through, the newest first. */
const MOST_VERSIONS = 25;

/**
 * The declaration that each variable has in the newest version that had the variable. A newer version that uses it
 * without declaration decides too: its owner took the declaration away.
 */
export async function earlierDeclarations(
  db: Queryable,
  projectId: number,
  endpointId: string,
): Promise<VariableDeclarations> {
  const newest = { limit: MOST_VERSIONS, offset: 0 };
  const decided = new Map<string, readonly [string, VariableDeclaration][]>();
  for (const version of await listVersions(db, projectId, endpointId, newest)) {
    for (const name of namesIn(version)) {
      if (!decided.has(name)) decided.set(name, declarationOf(name, version));
    }
  }
  return Object.fromEntries([...decided.values()].flat());
}

function declarationOf(name: string, { variables }: VersionRow): readonly [string, VariableDeclaration][] {
  const declaration = Object.hasOwn(variables, name) ? variables[name] : undefined;
  return declaration === undefined ? [] : [[name, declaration]];
}

const USE = /\bvariables\s*\.\s*(\w+)/g;

/** Names of variables of a version: those declared, and those that its text seems to use. */
function namesIn({ query, variables }: VersionRow): readonly string[] {
  const text = typeof query['query'] === 'string' ? query['query'] : '';
  return [...Object.keys(variables), ...Array.from(text.matchAll(USE), ([, name = '']) => name)];
}
