import type { Database } from '../../src/adapters/store/database.ts';
import type { EndpointSettings, VersionRow } from '../../src/adapters/store/endpoint-row.ts';
import { insertEndpoint, type NewEndpoint } from '../../src/adapters/store/endpoint-store.ts';
import { insertVersion } from '../../src/adapters/store/version-store.ts';
import { DEFAULT_SETTINGS } from '../../src/services/endpoints/merge-settings.ts';
import { NOW } from './add-project.ts';

const AUTHOR = { keyId: 'key-1', label: 'root' };

let endpointsMade = 0;

/** An endpoint with its first version. */
export async function addEndpoint(
  database: Database,
  projectId: number,
  name: string,
  settings: Partial<EndpointSettings> = {},
) {
  endpointsMade += 1;
  const endpoint: NewEndpoint = {
    id: `endpoint-${endpointsMade}`,
    projectId,
    name,
    ...DEFAULT_SETTINGS,
    createdBy: AUTHOR,
    createdAtMs: NOW + endpointsMade,
    ...settings,
  };
  return database.transaction(async (transaction) => {
    const row = await insertEndpoint(transaction, endpoint);
    await insertVersion(transaction, projectId, version(endpoint.id, 1, 'select 1'));
    return row;
  });
}

export function version(endpointId: string, number: number, sql: string): VersionRow {
  return {
    endpointId,
    version: number,
    query: { kind: 'HogQLQuery', query: sql },
    variables: {},
    fingerprint: sql,
    columns: [{ name: '1', type: 'UInt8' }],
    notMaterializable: null,
    createdBy: AUTHOR,
    createdAtMs: NOW,
  };
}
