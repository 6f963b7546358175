import path from 'node:path';
import { DiskObjectStore } from '../adapters/objects/disk-object-store.ts';
import type { ObjectStore } from '../adapters/objects/object-store.ts';
import { S3ObjectStore } from '../adapters/objects/s3-object-store.ts';
import type { Settings } from './config.ts';

/** Opens the storage of snapshots that the settings name. Nothing is asked of a remote one before it is used. */
export async function openObjectStore(settings: Settings): Promise<ObjectStore> {
  const { objectStore, s3Region, s3Endpoint, s3AccessKeyId = '', s3SecretAccessKey = '' } = settings;
  if (objectStore !== undefined) {
    return new S3ObjectStore({
      ...objectStore,
      endpoint: s3Endpoint ?? `https://s3.${s3Region}.amazonaws.com`,
      region: s3Region,
      accessKeyId: s3AccessKeyId,
      secretAccessKey: s3SecretAccessKey,
      isPathStyle: settings.s3PathStyle,
    });
  }
  const folder = new DiskObjectStore(path.join(settings.dataDir, 'objects'));
  await folder.removePartials();
  return folder;
}
