import type { Endpoint } from '../../data/shapes.ts';

/** A command that runs an endpoint with the defaults of its variables; `$SLUICE_KEY` holds the key. */
export function curlOf(endpoint: Pick<Endpoint, 'endpoint_path' | 'variables'>): string {
  const declared = Object.entries(endpoint.variables as Record<string, { readonly default?: unknown }>);
  const variables = Object.fromEntries(
    declared.map(([name, { default: value }]) => [name, value ?? 'VALUE']),
  );
  const body = declared.length === 0 ? {} : { variables };
  const text = JSON.stringify(body).replaceAll("'", "'\\''");
  return [
    `curl -s ${location.origin}${endpoint.endpoint_path} \\`,
    `  -H "Authorization: Bearer $SLUICE_KEY" -H 'Content-Type: application/json' \\`,
    `  -d '${text}'`,
  ].join('\n');
}
