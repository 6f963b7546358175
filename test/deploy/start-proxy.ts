import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from '../fixtures/free-port.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy');

export const PROXIES = ['nginx', 'caddy'] as const;
export type Proxy = (typeof PROXIES)[number];

export interface RunningProxy {
  readonly httpPort: number;
  readonly httpsPort: number;
}

interface Places extends RunningProxy {
  readonly folder: string;
  readonly upstreamPort: number;
  readonly certificate: string;
  readonly certificateKey: string;
}

/** Runs a proxy of Debian with its file of `deploy/`, in which only ports, names and the certificate are others. */
export async function startProxy(proxy: Proxy, upstreamPort: number): Promise<RunningProxy> {
  const folder = temporaryFolder();
  const places = {
    folder,
    upstreamPort,
    httpPort: await freePort(),
    httpsPort: await freePort(),
    ...makeCertificate(folder),
  };
  const file = path.join(folder, proxy);
  const [text, command] = proxy === 'nginx' ? nginx(places, file) : caddy(places, file);
  writeFileSync(file, text);
  const [program = '', ...args] = command;
  const env = { PATH: `${process.env['PATH']}:/usr/sbin`, HOME: folder };
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  while (!(await answers(places.httpPort))) {
    if (child.exitCode !== null) throw new Error(`${proxy} ended: ${said.join('')}`);
    await delay(50);
  }
  return places;
}

function nginx({ folder, upstreamPort, httpPort, httpsPort, ...files }: Places, file: string) {
  const site = replaced(readFileSync(path.join(DEPLOY, 'nginx.conf'), 'utf8'), [
    ['127.0.0.1:8700', `127.0.0.1:${upstreamPort}`],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ', `listen 127.0.0.1:${httpsPort} `],
    ['/etc/ssl/analytics.example.com.pem', files.certificate],
    ['/etc/ssl/private/analytics.example.com.key', files.certificateKey],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off;
    ${temporary.join(' ')}\n${site}\n}`;
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  return [`${user}${main}`, ['nginx', '-c', file, '-p', folder]] as const;
}

function caddy({ upstreamPort, httpPort, httpsPort, ...files }: Places, file: string) {
  const site = replaced(readFileSync(path.join(DEPLOY, 'Caddyfile'), 'utf8'), [
    ['127.0.0.1:8700', `127.0.0.1:${upstreamPort}`],
    ['\nanalytics.example.com {', `\nlocalhost {\n\ttls ${files.certificate} ${files.certificateKey}`],
  ]);
  const ports = `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n}\n`;
  return [`${ports}${site}`, ['caddy', 'run', '--adapter', 'caddyfile', '--config', file]] as const;
}

/** Everything to be replaced has to be there, so that the file that is tested is the one that stands in `deploy/`. */
function replaced(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`nothing says ${from}`);
    return before.replace(from, () => to);
  }, text);
}

function makeCertificate(folder: string): Pick<Places, 'certificate' | 'certificateKey'> {
  const certificate = path.join(folder, 'certificate.pem');
  const certificateKey = path.join(folder, 'certificate.key');
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', certificateKey, '-out', certificate];
  execFileSync('openssl', [...request, ...subject, ...files], { stdio: 'ignore' });
  return { certificate, certificateKey };
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  );
}
