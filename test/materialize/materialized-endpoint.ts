import type { EndpointRow } from '../../src/adapters/store/endpoint-row.ts';
import { DEFAULT_SETTINGS } from '../../src/services/endpoints/merge-settings.ts';
import type { BuiltSnapshot } from '../../src/services/materialize/snapshot.ts';
import { NOW } from '../store/add-project.ts';

/** An active endpoint of project 1 that is built every hour. */
export function materializedEndpoint(id: string, change: Partial<EndpointRow> = {}): EndpointRow {
  return {
    id,
    projectId: 1,
    name: id,
    ...DEFAULT_SETTINGS,
    isMaterialized: true,
    syncFrequency: '1hour',
    currentVersion: 1,
    revision: 1,
    createdBy: { keyId: 'key-1', label: 'root' },
    createdAtMs: NOW,
    updatedAtMs: NOW,
    ...change,
  };
}

/** What a build says that went well. */
export function builtSnapshot(): BuiltSnapshot {
  return {
    rows: 3,
    bytes: 100,
    dataTimeMs: NOW,
    columns: [{ name: 'n', type: 'UInt64' }],
    conditions: 'as they were',
    verified: true,
  };
}
