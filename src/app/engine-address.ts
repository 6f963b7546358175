import type { Settings } from './config.ts';

type EngineSettings = Pick<
  Settings,
  'engineUrl' | 'engineSecret' | 'engineCluster' | 'databaseUrl' | 'objectStore'
>;

/**
 * Why an engine at an address cannot be used with the other settings, in one sentence with the way out; null when it
 * can, or when the engine is embedded.
 */
export function engineSettingsObstacle(settings: EngineSettings): string | null {
  const { engineUrl, engineCluster, databaseUrl, objectStore } = settings;
  if (engineUrl === undefined)
    return engineCluster === undefined
      ? null
      : 'SLUICE_ENGINE_CLUSTER needs SLUICE_ENGINE_URL: name a server of the cluster, as https://sluice:PASSWORD@host:8443.';
  if (databaseUrl === undefined)
    return 'SLUICE_ENGINE_URL needs SLUICE_DATABASE_URL: services of one engine share their metadata, so set it to postgres://user:password@host/database.';
  if (objectStore === undefined)
    return 'SLUICE_ENGINE_URL needs SLUICE_OBJECT_STORE: the engine and all services read the same objects, so set it to s3://bucket/prefix.';
  if (engineSecretOf(settings, engineUrl) === '')
    return 'SLUICE_ENGINE_URL needs the secret of the engine: set SLUICE_ENGINE_SECRET, or write it into the address as https://sluice:SECRET@host:8701.';
  return null;
}

/** The secret in the first address that has one, else that of the setting; empty when there is none. */
export function engineSecretOf({ engineSecret = '' }: EngineSettings, urls: readonly string[]): string {
  const passwords = urls.map((url) => decodeURIComponent(new URL(url).password));
  return passwords.find((password) => password !== '') ?? engineSecret;
}
