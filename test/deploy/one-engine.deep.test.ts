import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../fixtures/free-port.ts';
import { guideSteps, SLUICE } from '../fixtures/run-guide.ts';
import { startPostgres } from '../fixtures/start-postgres.ts';
import { startRedis } from '../fixtures/start-redis.ts';
import { startS3 } from '../fixtures/start-s3.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

// "One engine, many services" of docs/operations.md is followed from nothing to an upgrade, with callers at work.

const STEPS = guideSteps('operations.md', 'One engine, many services');
const UPGRADE = STEPS.findIndex(({ command }) => command.includes('upgrade one'));
const PORTS = ['8700', '8701', '8711', '8712'];
const MARK = '--- step ';

test('two services on one engine are upgraded one by one, and no call fails', async () => {
  const folder = temporaryFolder();
  // Workers of nginx are another user.
  chmodSync(folder, 0o755);
  const ports = await Promise.all(PORTS.map(freePort));
  const shell = follow(await script(ports), folder);
  await shell.reached(UPGRADE);
  expect(shell.said()).toContain('{"event":"note created","events":1}');
  const callers = new Callers(ports[0] ?? 0, folder);
  const calling = callers.callUntil(shell.reached(UPGRADE + 1));
  await calling;
  expect(callers.failed).toEqual([]);
  expect(callers.calls).toBeGreaterThan(20);
  await shell.ended();
  const told = shell.said().split(`${MARK}${UPGRADE + 1}\n`)[1] ?? '';
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(told.match(new RegExp(`\\b${version.replaceAll('.', '\\.')}\\b`, 'g'))).toHaveLength(2);
}, 600_000);

/** The commands of the guide at servers of the test, with a mark before each block. */
async function script(ports: readonly number[]): Promise<string> {
  const [postgres, redis, s3] = await Promise.all([startPostgres(), startRedis(), startS3()]);
  onTestFinished(async () => void (await Promise.all([postgres.close(), redis.close(), s3.close()])));
  const given: Readonly<Record<string, string>> = {
    SLUICE_DATABASE_URL: await postgres.newDatabase(),
    SLUICE_REDIS_URL: redis.url,
    SLUICE_OBJECT_STORE: String(s3.settings.objectStore),
    SLUICE_S3_ENDPOINT: s3.endpoint,
    SLUICE_S3_ACCESS_KEY_ID: String(s3.settings.s3AccessKeyId),
    SLUICE_S3_SECRET_ACCESS_KEY: String(s3.settings.s3SecretAccessKey),
  };
  const steps = STEPS.map(({ command }, index) => `echo '${MARK}${index}'\n${command}`).join('\n');
  const atServers = Object.entries(given).reduce(
    (all, [name, value]) => all.replace(new RegExp(`^export ${name}=.*$`, 'm'), `export ${name}='${value}'`),
    steps,
  );
  return PORTS.reduce((all, port, index) => all.replaceAll(port, String(ports[index])), atServers);
}

/** Runs a script in a shell; whatever it has started ends with the test. */
function follow(commands: string, folder: string) {
  const tidy = `trap 'kill $(jobs -p) $(cat nginx.pid 2> /dev/null) 2> /dev/null || true; wait' EXIT\n`;
  const env = { PATH: `${process.env['PATH']}:/usr/sbin`, HOME: folder };
  const child = spawn('bash', ['-euo', 'pipefail', '-c', SLUICE + tidy + commands], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stdout.on('data', (bytes: Buffer) => said.push(bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => said.push(bytes.toString()));
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return {
    said: () => said.join(''),
    reached: async (step: number) => {
      while (!said.join('').includes(`${MARK}${step}\n`)) {
        expect(hasEnded(child), said.join('')).toBe(false);
        await delay(20);
      }
    },
    ended: async () => {
      await exited;
      expect(child.exitCode, said.join('')).toBe(0);
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Callers that capture and ask through the proxy, each call on a connection of its own. */
class Callers {
  readonly failed: unknown[] = [];
  calls = 0;
  readonly #port: number;
  readonly #key: string;
  readonly #token: string;

  constructor(port: number, folder: string) {
    const credentials = JSON.parse(readFileSync(`${folder}/one/initial-credentials.json`, 'utf8'));
    this.#port = port;
    this.#key = credentials.root_key;
    this.#token = credentials.capture_token;
  }

  async callUntil(end: Promise<void>): Promise<void> {
    let isOver = false;
    const over = end.finally(() => {
      isOver = true;
    });
    const forced = this.#asking('force_blocking');
    // A key may have 240 executions in a minute, however long the upgrade takes.
    const paced = async () => void (await Promise.all([forced(), delay(300)]));
    const lines = [paced, this.#asking('blocking'), this.#capturing()].map(async (call) => {
      while (!isOver) await call();
    });
    await Promise.all([over, ...lines]);
  }

  #asking(refresh: string): () => Promise<void> {
    return () => this.#call('/api/projects/1/endpoints/notes/run', { refresh });
  }

  #capturing(): () => Promise<void> {
    return () => this.#call('/capture/', { api_key: this.#token, event: 'called', distinct_id: 'ben' });
  }

  async #call(path: string, body: object): Promise<void> {
    this.calls += 1;
    try {
      const sent = request({
        port: this.#port,
        path,
        method: 'POST',
        agent: false,
        headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      });
      const answered = once(sent, 'response');
      sent.end(JSON.stringify(body));
      const [answer] = await answered;
      const said = await text(answer);
      if (answer.statusCode !== 200) this.failed.push([path, answer.statusCode, said]);
    } catch (error) {
      this.failed.push([path, String(error)]);
    }
  }
}
