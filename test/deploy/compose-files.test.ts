import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { environmentName, settingNames } from '../../src/app/config.ts';

// What of the compose files can be held without Docker: that they can be read, that what they name is there, and that
// an image is always the same one. Not held: that they start.

const FOLDER = path.resolve(import.meta.dirname, '../../deploy/compose');
const files = readdirSync(FOLDER);

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const composeOf = (file: string): Compose =>
  parse(readFileSync(path.join(FOLDER, file), 'utf8'), { merge: true });

test('there is one for each way', () => {
  expect(files.sort()).toEqual(['cluster.yaml', 'engine.yaml']);
});

test.each(files)('%s names images by exact tags, and files and services that are there', (file) => {
  const { services, volumes } = composeOf(file);
  for (const [name, service] of Object.entries(services)) {
    const { image, build } = service;
    if (build === undefined) expect(image, name).toMatch(/^[a-z/-]+:(\d+\.\d+(\.\d+)*|RELEASE\.[\dTZ-]+)$/);
    else expect(existsSync(path.resolve(FOLDER, build.context, build.dockerfile)), name).toBe(true);
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('.')) expect(existsSync(path.resolve(FOLDER, source)), source).toBe(true);
      else expect(volumes, name).toHaveProperty(source);
    }
    const needed = service.depends_on ?? [];
    for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
      expect(services).toHaveProperty(other);
  }
});

test.each(files)('%s sets settings that there are, and secrets by its environment alone', (file) => {
  const known = new Set([...settingNames().map(environmentName), ...OF_ENGINES]);
  const { services } = composeOf(file);
  for (const { environment = {} } of Object.values(services))
    for (const [name, value] of Object.entries(environment)) {
      if (name.startsWith('SLUICE_')) expect(known).toContain(name);
      if (/PASSWORD|SECRET/.test(name)) expect(value).toMatch(/^\$\{/);
    }
});

/** Read by `deploy/clickhouse` on the servers, and by the engine process. */
const OF_ENGINES = [
  'SLUICE_ENGINE_SECRET',
  'SLUICE_ENGINE_PASSWORD',
  'SLUICE_CLUSTER_SECRET',
  'SLUICE_S3_URL',
  'SLUICE_SHARD',
  'SLUICE_REPLICA',
];

test('the files of a server name no variable that the compose file does not set', () => {
  const folder = path.resolve(FOLDER, '../clickhouse');
  const read = readdirSync(folder)
    .filter((file) => file.endsWith('.xml'))
    .flatMap((file) => [...readFileSync(path.join(folder, file), 'utf8').matchAll(/from_env="(\w+)"/g)])
    .map(([, name]) => name);
  const set = Object.values(composeOf('cluster.yaml').services).flatMap(({ environment = {} }) =>
    Object.keys(environment),
  );
  expect(read.length).toBeGreaterThan(5);
  expect(read.filter((name) => name !== undefined && !set.includes(name))).toEqual([]);
});
