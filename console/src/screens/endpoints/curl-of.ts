import type { QueryVariable } from '../../data/runs.ts';
import type { Endpoint } from '../../data/shapes.ts';

/**
 * A command that runs an endpoint; `$SLUICE_KEY` holds the key. It sends what the query requires: `VALUE` stands where
 * a variable has no default.
 */
export function curlOf(
  endpoint: Pick<Endpoint, 'endpoint_path'>,
  variables: readonly Pick<QueryVariable, 'name' | 'isRequired' | 'defaultValue'>[],
): string {
  const required = variables.filter(({ isRequired }) => isRequired);
  const values = Object.fromEntries(
    required.map(({ name, defaultValue }) => [name, defaultValue ?? 'VALUE']),
  );
  const body = required.length === 0 ? {} : { variables: values };
  const text = JSON.stringify(body).replaceAll("'", "'\\''");
  return [
    `curl -s '${location.origin}${endpoint.endpoint_path}' \\`,
    `  -H "Authorization: Bearer $SLUICE_KEY" -H 'Content-Type: application/json' \\`,
    `  -d '${text}'`,
  ].join('\n');
}
