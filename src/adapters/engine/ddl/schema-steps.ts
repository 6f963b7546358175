import type { Engine } from '../engine.ts';
import { makeTables } from './make-tables.ts';

/** A change of the tables of an engine that services share. May be repeated. */
export interface SchemaStep {
  /** From 1 on; `ENGINE_SCHEMA_VERSION` is that of the last one. */
  readonly version: number;
  /** The first release of the service that works with it, such as `0.1.0`. */
  readonly since: string;
  /** Takes away or renames what services of the version before still use, so that it waits until none is left. */
  readonly isContracting: boolean;
  apply(engine: Pick<Engine, 'command'>): Promise<void>;
}

/** Every step in order. A step that was released is never changed; the next one gets the next number. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [
  { version: 1, since: '0.1.0', isContracting: false, apply: makeTables },
];
