import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SeededRandom } from '../../src/services/demo/random.ts';
import type { AbusedService } from '../abuse/abuse-case.ts';
import { readMisbehaviours } from '../abuse/misbehaviours.ts';
import { openSite } from '../contract/capture/open-page.ts';
import { CHROMIUM } from '../fixtures/start-chromium.ts';
import { seed } from '../fixtures/test-scale.ts';
import { HonestTenant } from './honest-tenant.ts';
import { SoakCounts } from './soak-counts.ts';
import { ROOT_KEY, SoakService } from './soak-service.ts';

// `npm run soak 60`: an hour of two honest tenants, one that misbehaves, and faults. Fails when an answer is wrong or
// an event is lost or doubled. What each promise is and what else holds it stands in docs/reliability.md.

const minutes = Number(process.argv[2] ?? 5);
if (!(minutes > 0)) throw new Error('Name the minutes: npm run soak 60');
const MINUTE_MS = 60_000;
/** Room for the data, and how much of it a full disk leaves. */
const DISK = '4g';

const counts = new SoakCounts();
const site = existsSync(CHROMIUM) ? await openSite() : null;
const folder = mkdtempSync(path.join(tmpdir(), 'sluice-soak-'));
const hasDisk = mountDisk();
const service = new SoakService(path.join(folder, 'data'), counts);
const ending = new AbortController();
const { signal } = ending;
console.log(
  `soak of ${minutes} minutes, seed ${seed()}, ${hasDisk ? `a disk of ${DISK}` : 'no disk of its own'}, ${site === null ? 'no browser' : 'posthog-js in a browser'}`,
);
for (const name of ['SIGTERM', 'SIGINT'] as const)
  process.once(name, () => void cleanUp().then(() => process.exit(1)));
let isFine = false;
try {
  isFine = await soak();
} finally {
  await cleanUp();
}
process.exit(isFine ? 0 : 1);

async function cleanUp(): Promise<void> {
  ending.abort();
  service.signalEngine('SIGCONT');
  await site?.close();
  await service.kill();
  if (hasDisk) await unmountDisk();
  rmSync(folder, { recursive: true, force: true });
}

async function soak(): Promise<boolean> {
  await service.start();
  const tenants = await Promise.all([2, 3].map(newTenant));
  for (const tenant of tenants) await tenant.prepare();
  const failing = Promise.withResolvers<never>();
  const guarded = (work: Promise<void>): Promise<void> => work.catch((error) => failing.reject(error));
  const running = tenants.map((tenant) => guarded(tenant.run()));
  const disturbing = [guarded(disturb()), guarded(misbehave()), guarded(tell())];
  await Promise.race([delay(minutes * MINUTE_MS), failing.promise]);
  ending.abort();
  await Promise.race([Promise.all([...running, ...disturbing]), failing.promise]);
  for (const tenant of tenants) await tenant.end();
  const report = counts.report();
  console.log(report.text);
  return report.isFine;
}

async function newTenant(projectId: number): Promise<HonestTenant> {
  const { json: project } = await service.call('POST', '/api/projects', {
    body: { name: `Honest ${projectId}` },
  });
  const scopes = [
    'endpoint:read',
    'endpoint:write',
    'query:read',
    'event:write',
    'event:delete',
    'project:read',
  ];
  const { json: key } = await service.call('POST', '/api/personal_api_keys', {
    body: { label: 'honest', scopes, projects: [project.id] },
  });
  const place = { projectId: project.id, captureToken: project.api_token, key: key.value };
  return new HonestTenant(place, {
    service,
    counts,
    signal,
    site,
    random: new SeededRandom(seed() + projectId),
  });
}

/** The engine each minute, the service each ten (at least once), the disk and the clock once. */
async function disturb(): Promise<void> {
  const killServiceEach = Math.min(10, Math.max(2, Math.floor(minutes / 2)));
  const fillAt = Math.ceil(minutes * 0.3);
  const moveAt = Math.min(Math.ceil(minutes * 0.7), Math.ceil(minutes) - 1);
  for (let minute = 1; minute < minutes && !signal.aborted; minute += 1) {
    await pause(MINUTE_MS);
    if (signal.aborted) return;
    if (minute === moveAt) await moveClock();
    if (minute === fillAt && hasDisk) await fillDisk();
    if (minute % killServiceEach === 0) await restartService();
    else if (minute % 2 === 1) note('engine killed', () => service.signalEngine('SIGKILL'));
    else await stopEngine();
  }
}

async function restartService(): Promise<void> {
  note('service killed', () => undefined);
  await service.kill();
  await service.start();
}

async function stopEngine(): Promise<void> {
  note('engine stopped', () => service.signalEngine('SIGSTOP'));
  await pause(5_000);
  service.signalEngine('SIGCONT');
}

async function moveClock(): Promise<void> {
  const now = new Date(Date.now() + 2 * 3_600_000).toISOString();
  note('clock moved', () => undefined);
  await service.call('POST', '/_test/clock', { body: { now } });
  await pause(10_000);
  await service.call('POST', '/_test/clock', { body: { now: null } });
}

async function fillDisk(): Promise<void> {
  const ballast = path.join(folder, 'ballast');
  note('disk filled', () => undefined);
  try {
    const { bavail, bsize } = statfsSync(folder);
    // The service writes meanwhile, so that a little less may fit.
    for (const part of [1, 0.99, 0.9]) {
      const { status } = spawnSync('fallocate', ['-l', String(Math.floor(bavail * bsize * part)), ballast]);
      if (status === 0) break;
    }
    await pause(15_000);
  } finally {
    rmSync(ballast, { force: true });
  }
}

function note(what: string, work: () => void): void {
  counts.add(what);
  console.log(`  ${what}`);
  work();
}

/** Project 1 does its worst, a kind after the other. */
async function misbehave(): Promise<void> {
  const { json: project } = await service.call('GET', '/api/projects/1');
  const captureToken: string = project.api_token;
  const call: AbusedService['call'] = async (method, target, given) => {
    const { pathname, search } = new URL(target, 'http://x/api/projects/1/');
    const { status, json, text } = await service.call(method, `${pathname}${search}`, {
      ...given,
      who: 'misbehaving ',
    });
    return { status, code: json?.code, text };
  };
  const execute = () => Promise.reject(new Error('a soak speaks HTTP only'));
  const all = await readMisbehaviours();
  const each = Math.max(5_000, (minutes * MINUTE_MS) / (all.length + 1));
  for (let place = 0; !signal.aborted; place += 1) {
    const misbehaviour = all[place % all.length];
    if (misbehaviour === undefined) return;
    const abused: AbusedService = { url: service.url, rootKey: ROOT_KEY, captureToken, call, execute };
    await misbehaviour.prepare?.(abused).catch(() => undefined);
    const endMs = Date.now() + each;
    let turn = 0;
    const send = async (): Promise<void> => {
      while (Date.now() < endMs && !signal.aborted) {
        await misbehaviour.act({ ...abused, url: service.url }, turn++).catch(() => delay(50));
        counts.add('misbehaved');
      }
    };
    await Promise.all(Array.from({ length: misbehaviour.senders }, send));
    counts.add('misbehaviours');
  }
}

async function tell(): Promise<void> {
  for (let second = 1; !signal.aborted; second += 1) {
    await pause(1_000);
    service.look();
    if (second % 60 === 0) console.log(counts.progress());
  }
}

async function pause(ms: number): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

/** False where this process may not mount: then the disk is not filled. */
function mountDisk(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/proc/mounts')) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0700`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** The engine of the killed service may hold the folder for a moment. */
async function unmountDisk(): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      execFileSync('umount', [folder], { stdio: 'ignore' });
      return;
    } catch {
      await delay(200);
    }
  }
}
