import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { allowPages, Owner, prepareProject, type SigningKey } from './prepare.ts';
import { createShop } from './shop.ts';

// `npm run example`: Sluice, a project with events of three customers, and the shop with its page.

const HELP = `Starts Sluice and a small shop whose customers see their own figures.

  npm run example -- [--port 3000] [--data-dir examples/customer-page/data]

Port 0 picks a free one. Ctrl-C stops both.`;

const MAIN = resolve(import.meta.dirname, '../../src/main.ts');
const PROJECT = 1;

if (process.argv.includes('--help')) console.log(HELP);
else await start();

async function start(): Promise<void> {
  const dataDir = resolve(flag('--data-dir') ?? join(import.meta.dirname, 'data'));
  mkdirSync(dataDir, { recursive: true });
  const [sluice, sluiceUrl] = await startSluice(dataDir);
  const credentials = JSON.parse(readFileSync(join(dataDir, 'initial-credentials.json'), 'utf8'));
  const owner = new Owner(sluiceUrl, credentials.root_key, PROJECT);
  const signingKey = await keptKey(join(dataDir, 'signing-key.json'), () =>
    prepareProject(owner, credentials.capture_token, Date.now()),
  );
  const shop = createShop({ sluiceUrl, project: PROJECT, signingKey });
  shop.listen(Number(flag('--port') ?? 3_000), '127.0.0.1');
  await once(shop, 'listening');
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  await allowPages(owner, url);
  console.log(`Sluice is on ${sluiceUrl}`);
  console.log(`The shop is on ${url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      shop.close();
      shop.closeAllConnections();
      sluice.kill('SIGTERM');
    });
  await once(sluice, 'exit');
  process.exit(sluice.exitCode ?? 1);
}

/** @throws Error when the service ends before it is ready */
async function startSluice(dataDir: string): Promise<[ChildProcess, string]> {
  const sluice = spawn(process.execPath, [MAIN, 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { SLUICE_PORT: '0', SLUICE_LOG_LEVEL: 'warn', ...process.env, SLUICE_DATA_DIR: dataDir },
  });
  process.once('exit', () => sluice.kill('SIGTERM'));
  const ready = Promise.withResolvers<string>();
  sluice.once('exit', () => ready.reject(new Error('Sluice ended before it was ready.')));
  createInterface({ input: sluice.stdout }).on('line', (line) => {
    const url = /is ready on (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) ready.resolve(url);
  });
  return [sluice, await ready.promise];
}

/** Made once; its private half is answered once. */
async function keptKey(file: string, make: () => Promise<SigningKey>): Promise<SigningKey> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as SigningKey;
  const made = await make();
  writeFileSync(`${file}.part`, JSON.stringify(made), { mode: 0o600 });
  renameSync(`${file}.part`, file);
  return made;
}

function flag(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}
