import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Settings } from './config.ts';

type Listening = Pick<Settings, 'host' | 'port' | 'metricsPort'>;

/**
 * Why the service cannot listen where the settings say, in one sentence each with the way out. Listens there for a
 * moment; the ports are free again when it resolves.
 */
export async function portObstacles({ host, port, metricsPort }: Listening): Promise<readonly string[]> {
  const listening: Server[] = [];
  const found: string[] = [];
  for (const place of [
    { setting: 'SLUICE_PORT', port },
    { setting: 'SLUICE_METRICS_PORT', port: metricsPort },
  ]) {
    if (place.port === undefined) continue;
    const server = createServer();
    try {
      server.listen({ host, port: place.port });
      await once(server, 'listening');
      listening.push(server);
    } catch (error) {
      found.push(describeRefusal(host, { ...place, port: place.port }, error));
    }
  }
  await Promise.all(listening.map((server) => once(server.close(), 'close')));
  return [...new Set(found)];
}

interface Place {
  readonly setting: string;
  readonly port: number;
}

function describeRefusal(host: string, { setting, port }: Place, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : String(error);
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken. End the process that listens there, or set ${setting} to another port.`;
    case 'EACCES':
      return `This user may not listen on port ${port} of ${host}. Set ${setting} to a port from 1024 on.`;
    default:
      return `The service cannot listen on ${host} (${code}). Set SLUICE_HOST to an address of this machine, such as 127.0.0.1.`;
  }
}
