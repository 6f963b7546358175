/** By this header an engine process tells those who know a secret of it what it is. */
export const ENGINE_HEADER = 'x-sluice-engine';

/** Until when a statement may begin, milliseconds since 1970: the end of the lease under which it is sent. */
export const DEADLINE_HEADER = 'x-sluice-deadline';

/** The lane of a request. An engine process bounds each lane over all its services. */
export const LANE_HEADER = 'x-sluice-lane';

/** The version of the engine's tables that this build makes and works with. Raise it with a step that changes them. */
export const ENGINE_SCHEMA_VERSION = 1;

export interface AnnouncedEngine {
  /** Of the package. */
  readonly version: string;
  readonly schema: number;
  /** 2 = `events` lie on two shards of the one process, for tests. */
  readonly shards: number;
}

/** `0.1.0;schema=1;shards=1` */
export function engineHeader({ version, shards }: Omit<AnnouncedEngine, 'schema'>): string {
  return `${version};schema=${ENGINE_SCHEMA_VERSION};shards=${shards}`;
}

/** What the header says; undefined when it says nothing that this build understands. */
export function readEngineHeader(text: string): AnnouncedEngine | undefined {
  const [, version, schema, shards] = /^([\w.+-]+);schema=(\d{1,9});shards=(\d{1,3})$/.exec(text) ?? [];
  if (version === undefined) return undefined;
  return { version, schema: Number(schema), shards: Number(shards) };
}
