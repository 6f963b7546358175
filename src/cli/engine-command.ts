import { Command } from 'commander';
import type { Settings } from '../app/config.ts';
import { engineCredentialsFile } from '../app/engine-credentials.ts';
import { readSettings } from '../app/read-settings.ts';
import { readVersion } from '../app/read-version.ts';
import { stopwatchMs } from '../base/clock.ts';
import { stopRequests } from './stop-requests.ts';
import { withSettings } from './with-settings.ts';

const SENTENCE = 'Start the engine alone, for services that share it.';

const EXAMPLES = [
  'sluice engine --data-dir ./engine-data --port 8701',
  'SLUICE_ENGINE_SECRET="$(cat secret)" sluice engine --data-dir /var/lib/sluice-engine --host 10.0.0.5 \\',
  '    --engine-tls-certificate engine.pem --engine-tls-key engine-key.pem',
  'sluice engine --host 10.0.0.5 --insecure-network',
  '',
  'A service uses it with:',
  'SLUICE_ENGINE_URL="http://sluice:$SECRET@127.0.0.1:8701" SLUICE_DATABASE_URL=... sluice start',
];

/** `insecureNetwork` is an option without a value. The defaults are those of no service on the same machine. */
const SETTINGS = {
  names: [
    'dataDir',
    'host',
    'port',
    'engineSecret',
    'engineTlsCertificate',
    'engineTlsKey',
    'maxQueries',
    'maxStreams',
    'maxBuilds',
    'objectStore',
    's3Endpoint',
    's3Region',
    's3AccessKeyId',
    's3SecretAccessKey',
    's3PathStyle',
    'logLevel',
    'drainTimeoutMs',
    'shards',
  ],
  defaults: { dataDir: './engine-data', port: 8701 },
} as const;

interface EngineFlags {
  readonly config?: string;
}

/** `sluice engine`. */
export function engineCommand(): Command {
  return withSettings(new Command('engine').description(SENTENCE), EXAMPLES, SETTINGS)
    .option('--insecure-network', 'Listen without TLS where others than this machine reach it')
    .action(async ({ config, ...flags }: EngineFlags) => {
      await serve(readSettings({ file: config, flags, defaults: SETTINGS.defaults }));
    });
}

/** Runs until it is asked to stop; then the exit code is 0. */
async function serve(settings: Settings): Promise<void> {
  const startedMs = stopwatchMs();
  const { startEngineProcess } = await import('../app/engine-process.ts');
  const { asked: stopping, forget } = stopRequests();
  const engine = await startEngineProcess(settings, readVersion()).catch((error: unknown) => {
    forget();
    throw error;
  });
  const stop = (): void => {
    engine.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : String(error));
        process.exit(1);
      },
    );
  };
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) return stop();
  const seconds = ((stopwatchMs() - startedMs) / 1000).toFixed(1);
  console.log(`\nSluice's engine is ready on ${engine.url} (${seconds} s)\n`);
  const where =
    settings.engineSecret === undefined ? engineCredentialsFile(settings) : 'SLUICE_ENGINE_SECRET';
  console.log(`Services use SLUICE_ENGINE_URL=${engine.url.replace('://', '://sluice:<secret>@')}`);
  console.log(`with the secret of ${where}\n`);
}
