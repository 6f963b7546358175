import type { Queryable } from '../../adapters/store/database.ts';
import { idsOfEndpoints } from '../../adapters/store/endpoint-store.ts';
import { AppError } from '../../base/errors.ts';
import type { Grant } from './key-reach.ts';

/**
 * The ids of the endpoints that a key is to run; null = all. The ids stay when an endpoint is renamed, and an endpoint
 * that is made under a freed name is another one.
 * @throws AppError invalid_value for a name without endpoint, and where the key may do more than run in one project
 */
export async function endpointsOfKey(
  db: Queryable,
  { scopes, projectIds }: Grant,
  names: readonly string[] | null,
): Promise<readonly string[] | null> {
  if (names === null) return null;
  const [projectId, ...others] = projectIds ?? [];
  if (projectId === undefined || others.length > 0 || scopes.some((scope) => scope !== 'endpoint:run'))
    throw new AppError(
      'invalid_value',
      'Only a key of one project whose sole scope is `endpoint:run` can name endpoints.',
      { attr: 'endpoints' },
    );
  const ids = await idsOfEndpoints(db, projectId, names);
  return [...new Set(names.map((name, at) => ids.get(name) ?? absent(name, at)))];
}

function absent(name: string, at: number): never {
  throw new AppError('invalid_value', `There is no endpoint "${name}".`, { attr: `endpoints.${at}` });
}
