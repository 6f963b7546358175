import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { startServiceProcess } from '../fixtures/start-process.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// What of the image and of the unit a machine without Docker and systemd can hold. Not held: that the image builds, and
// that systemd starts the unit.

const ROOT = path.resolve(import.meta.dirname, '../..');
const dockerfile = readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8');
const instructions = dockerfile
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/ *\\\n */g, ' ')
  .split('\n')
  .filter(Boolean)
  .map((line) => /^([A-Z]+) (.+)$/.exec(line)?.slice(1) ?? ['', line])
  .map(([name = '', rest = '']) => ({ name, rest }));

test('the image copies what is there, runs as nobody in particular and ends at SIGTERM', () => {
  const copied = instructions
    .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
    .flatMap(({ rest }) => rest.split(' ').slice(0, -1));
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  const said = (wanted: string) => last.filter(({ name }) => name === wanted).map(({ rest }) => rest);
  expect(said('USER')).toEqual(['node']);
  expect(said('STOPSIGNAL')).toEqual(['SIGTERM']);
  expect(said('ENTRYPOINT')).toEqual(['["node", "dist/main.js"]']);
  const known = /^(?:FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD)$/;
  expect(instructions.filter(({ name }) => !known.test(name))).toEqual([]);
});

test('its health check tells a service that is ready from none', async () => {
  const check = instructions.find(({ name }) => name === 'HEALTHCHECK')?.rest.split('CMD ')[1] ?? '';
  const [, ...args]: readonly string[] = JSON.parse(check);
  const ask = async (port: string) => {
    const child = spawn(process.execPath, args, { env: { SLUICE_PORT: port }, stdio: 'ignore' });
    return (await once(child, 'exit'))[0];
  };
  const service = await startServiceProcess({ SLUICE_ROOT_KEY: `slp_${'k'.repeat(43)}` });
  const { port } = new URL(service.url);
  expect(await ask(port)).toBe(0);
  await service.close();
  expect(await ask(port)).toBe(1);
});

test('on a root that cannot be written, as a user without rights, a data folder and /tmp are enough', async () => {
  const folder = temporaryFolder();
  // As `docker run --read-only --tmpfs /tmp -v ...:/data`: in mounts of its own, which go away with it.
  const script = `
    mount --make-rprivate /
    mount -t tmpfs -o mode=1777 tmpfs "$1" && mkdir -m 0700 "$1/data" && chown 65534:65534 "$1/data"
    mount -o remount,bind,ro /
    exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs env -i \\
      TMPDIR="$1" SLUICE_DATA_DIR="$1/data" SLUICE_PORT=0 "$2" "$3" start 2>&1`;
  const args = ['-m', 'sh', '-euc', script, 'sh', folder, process.execPath, path.join(ROOT, 'src/main.ts')];
  const service = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void service.kill('SIGKILL'));
  const said: string[] = [];
  const ended = once(service, 'exit');
  for await (const line of createInterface({ input: service.stdout })) {
    said.push(line);
    if (line.includes('Sluice is ready')) service.kill('SIGTERM');
  }
  expect([await ended, said.join('\n')]).toEqual([[0, null], expect.stringMatching(/ready.*"stopped"/s)]);
});

test('systemd takes the unit', () => {
  const unit = path.join(ROOT, 'deploy/sluice.service');
  expect(execFileSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })).toBe('');
});
