import { ClickHouseEngine } from './clickhouse-engine.ts';
import { ClickHouseHttp, laneConnections } from './clickhouse-http.ts';
import { type EngineHost, EngineHosts, type Greet } from './engine-hosts.ts';
import { engineSecrets, READER_USER, WRITER_USER } from './engine-secrets.ts';
import { refuseBeforeSending } from './refuse-before-sending.ts';

export interface RemoteEngineOptions {
  /** Addresses of the one engine, such as `https://10.0.0.5:8701`. */
  readonly urls: readonly string[];
  readonly secret: string;
  /** Who vouches for the certificates, in PEM; absent = the authorities that Node knows. */
  readonly ca?: string | undefined;
  /** Names of the engine functions that readers may call, as the compiler spells them. */
  readonly allowedFunctions: readonly string[];
  /** How many queries of runs, and how many long queries, run at once. */
  readonly places: { readonly read: number; readonly long: number };
}

/** An engine process that other services use too (`sluice engine`). Nothing is sent before `watch`. */
export class RemoteEngine extends ClickHouseEngine {
  readonly hosts: readonly EngineHost[];
  readonly #hosts: EngineHosts;

  constructor(options: RemoteEngineOptions) {
    const hosts = options.urls.map((url) => hostOf(url, options));
    const connection = new EngineHosts(hosts);
    super({
      connection: () => (connection.isAnswering ? connection : undefined),
      isShared: true,
      checkQuery: refuseBeforeSending(options.allowedFunctions),
    });
    this.hosts = hosts;
    this.#hosts = connection;
  }

  /** Takes into use every host that `greet` welcomes, now and after each time that it was away. Call it once. */
  async watch(greet: Greet): Promise<void> {
    await this.#hosts.watch(greet);
  }

  override isSilent(): boolean {
    return this.#hosts.isSilent;
  }

  override async close(): Promise<void> {
    await this.#hosts.destroy();
  }
}

function hostOf(url: string, { secret, ca, places }: RemoteEngineOptions): EngineHost {
  const { origin, host } = new URL(url);
  const { reader, writer } = engineSecrets(secret);
  const address = {
    url: origin,
    reader: { user: READER_USER, password: reader },
    writer: { user: WRITER_USER, password: writer },
    ca,
  };
  return { name: host, connection: new ClickHouseHttp(address, laneConnections(places)) };
}
