import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import type { BucketAccess } from '../adapters/engine/ddl/embedded-access.ts';
import type { NetworkOptions } from '../adapters/engine/embedded/child-contract.ts';
import { ChildSupervisor } from '../adapters/engine/embedded/child-supervisor.ts';
import { dropFrozen } from '../adapters/engine/embedded/freeze-engine.ts';
import { engineHeader } from '../adapters/engine/engine-header.ts';
import { engineSecrets } from '../adapters/engine/engine-secrets.ts';
import { logSink } from '../adapters/observe/log-sink.ts';
import { lockDataFolder } from '../adapters/store/lock-data-folder.ts';
import type { Observe } from '../base/observation.ts';
import { StartupError } from '../base/startup-error.ts';
import { ALLOWED_ENGINE_FUNCTIONS } from '../query/catalog/functions/allowed-engine-functions.ts';
import type { Settings } from './config.ts';
import { engineSecret } from './engine-credentials.ts';
import { enginePlaces } from './engine-places.ts';
import { folderFormatObstacle, keepFolderFormat } from './folder-format.ts';
import { folderObstacle } from './folder-obstacle.ts';
import { portObstacles } from './port-obstacles.ts';
import { preparePrivateFolder } from './private-folder.ts';
import { isLoopback } from './read-settings.ts';

/** An engine that services reach over the network. */
export interface RunningEngine {
  /** Where it answers, without the secret. */
  readonly url: string;
  /** Lets running statements end for a while, then ends the engine. */
  close(): Promise<void>;
}

/**
 * Starts the engine of a data folder for services on this machine and others. This process holds the folder and starts
 * a child with the engine, and another one on the same port when that has ended.
 * @throws StartupError when it cannot listen there, or the folder is in use
 */
export async function startEngineProcess(settings: Settings, version: string): Promise<RunningEngine> {
  const obstacles = await obstaclesToServe(settings);
  if (obstacles.length > 0) throw new StartupError(obstacles.join('\n'));
  const tls = readTls(settings);
  const exposure = preparePrivateFolder(settings.dataDir);
  const lock = lockDataFolder(settings.dataDir);
  try {
    keepFolderFormat(settings.dataDir);
    const observe = logSink(settings);
    if (exposure !== null) observe({ kind: 'warning', about: 'data folder', detail: exposure });
    const network = {
      host: settings.host,
      port: settings.port,
      secrets: engineSecrets(await engineSecret(settings)),
      announced: engineHeader({ version, shards: settings.shards }),
      ...(tls !== undefined && { tls }),
    };
    const supervisor = await superviseEngine(settings, network, observe);
    return {
      url: urlOf(network, supervisor.child?.networkPort ?? settings.port),
      close: async () => {
        await supervisor.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function superviseEngine(
  settings: Settings,
  network: NetworkOptions,
  observe: Observe,
): Promise<ChildSupervisor> {
  const { host, tls } = network;
  if (tls === undefined && !isLoopback(host))
    observe({
      kind: 'warning',
      about: 'network',
      detail: `Who shares the network of ${host} can read along.`,
    });
  const folder = path.join(settings.dataDir, 'engine');
  await dropFrozen(folder);
  return await ChildSupervisor.start({
    folder,
    allowedFunctions: [...ALLOWED_ENGINE_FUNCTIONS],
    places: enginePlaces(settings),
    endTimeoutMs: settings.drainTimeoutMs,
    shards: settings.shards,
    keepsNext: true,
    ...bucketOf(settings),
    network,
    observe,
  });
}

function urlOf({ host, tls }: NetworkOptions, port: number): string {
  return `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The keys of the bucket stay with the engine: services name it by one word. */
function bucketOf(settings: Settings): { readonly bucket?: BucketAccess } {
  const { objectStore, s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = settings;
  if (objectStore === undefined || accessKeyId === undefined || secretAccessKey === undefined) return {};
  const address = new URL(settings.s3Endpoint ?? `https://s3.${settings.s3Region}.amazonaws.com`);
  const { bucket, prefix } = objectStore;
  if (!settings.s3PathStyle) address.hostname = `${bucket}.${address.hostname}`;
  const folders = [...(settings.s3PathStyle ? [bucket] : []), prefix].filter((folder) => folder !== '');
  const url = `${address.href.replace(/\/+$/, '')}/${folders.map((folder) => `${folder}/`).join('')}`;
  return { bucket: { url, accessKeyId, secretAccessKey } };
}

async function obstaclesToServe(settings: Settings): Promise<readonly string[]> {
  const folder = folderObstacle(settings.dataDir) ?? folderFormatObstacle(settings.dataDir);
  const found = [networkObstacle(settings), folder].flatMap((each) => each ?? []);
  const { host, port } = settings;
  return [...found, ...(await portObstacles({ host, port, metricsPort: undefined }))];
}

/** Why the engine must not listen as the settings say, in a sentence with the way out; null = it may. */
function networkObstacle(settings: Settings): string | null {
  const { host, engineTlsCertificate, engineTlsKey, insecureNetwork, shards } = settings;
  if ((engineTlsCertificate === undefined) !== (engineTlsKey === undefined))
    return 'SLUICE_ENGINE_TLS_CERTIFICATE and SLUICE_ENGINE_TLS_KEY belong together: set both, or none.';
  if (isLoopback(host)) return null;
  if (shards > 1) return `Two shards are for tests: set SLUICE_SHARDS to 1, or SLUICE_HOST to 127.0.0.1.`;
  if (engineTlsCertificate !== undefined || insecureNetwork) return null;
  return (
    `Whoever shares the network of ${host} could read events and take what proves a service to be one. Set ` +
    'SLUICE_ENGINE_TLS_CERTIFICATE and SLUICE_ENGINE_TLS_KEY, or pass --insecure-network where nobody else can listen.'
  );
}

function readTls(settings: Settings): { readonly certificate: string; readonly key: string } | undefined {
  const { engineTlsCertificate, engineTlsKey } = settings;
  if (engineTlsCertificate === undefined || engineTlsKey === undefined) return undefined;
  try {
    const [certificate, key] = [engineTlsCertificate, engineTlsKey].map((file) => readFileSync(file, 'utf8'));
    createSecureContext({ cert: certificate, key });
    return { certificate: String(certificate), key: String(key) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `${engineTlsCertificate} and ${engineTlsKey} are no certificate with its key: ${reason}`,
      { cause: error },
    );
  }
}
