import { buffer } from 'node:stream/consumers';
import type { ClickHouseHttp, ClickHouseRequest } from './clickhouse-http.ts';
import type { EngineSettings } from './query-settings.ts';

interface Question {
  readonly sql: string;
  /** Another user than the service's own, with the password of project users. */
  readonly user?: string;
  readonly settings?: EngineSettings;
}

const TIMEOUT_MS = 30_000;

/** Asks a server plain questions, without the settings of the service, which an old server does not know. */
export class ServerProbe {
  readonly #connection: ClickHouseHttp;

  constructor(connection: ClickHouseHttp) {
    this.#connection = connection;
  }

  /**
   * The rows of an answer as texts; for values without tabs and newlines.
   * @throws EngineException of the server, AppError engine_unavailable
   */
  async ask({ sql, user, settings = {} }: Question): Promise<readonly (readonly string[])[]> {
    const request: ClickHouseRequest = {
      ...(user === undefined ? { as: 'writer' } : { as: 'reader', user }),
      lane: 'lookup',
      sql,
      settings,
      format: 'TabSeparated',
      timeoutMs: TIMEOUT_MS,
    };
    const { body } = await this.#connection.send(request);
    const lines = (await buffer(body)).toString().split('\n');
    return lines.filter((line) => line !== '').map((line) => line.split('\t'));
  }
}
