import type { SchemaStep } from '../adapters/engine/ddl/schema-steps.ts';
import type { Engine } from '../adapters/engine/engine.ts';
import {
  type EngineFormName,
  findKnownEngine,
  type KnownEngine,
  recordEngineSchema,
  tryToLockEngineSchema,
} from '../adapters/store/engine-schema-store.ts';
import { newRandomUuid } from '../base/ids.ts';
import { StartupError } from '../base/startup-error.ts';
import { foreignEngine } from './foreign-engine.ts';
import { oldestSchemaInUse } from './oldest-schema-in-use.ts';
import type { SharedEngineParts } from './opened-engine.ts';
import { takeSchemaSteps } from './take-schema-steps.ts';

/** An engine that answers, which a store is to work with. */
export interface AdoptableEngine {
  /** As the settings name it, in refusals. */
  readonly host: string;
  /** What it was taken for when it was asked first. */
  readonly form: EngineFormName;
  readonly engine: Pick<Engine, 'command'>;
  readonly steps: readonly SchemaStep[];
  /** What it is, and the id of its data; empty when they have none yet. */
  readonly greet: () => Promise<{ readonly form: EngineFormName; readonly engineId: string }>;
  readonly giveId: (engineId: string) => Promise<void>;
  /** What is made at each start, when the tables are there. */
  readonly finish?: () => Promise<void>;
}

/**
 * Makes an engine that answers the one of this store, with the tables of this build. One service at a time does so.
 * @returns undefined when another service is at it
 * @throws StartupError when it must not be used
 */
export async function adoptEngine(
  { host, form, engine, steps, greet, giveId, finish }: AdoptableEngine,
  { database, clock, replica }: SharedEngineParts,
): Promise<KnownEngine | undefined> {
  // The transaction holds the lock and nothing else: what is written must be kept when a later step fails.
  return database.transaction(async (transaction) => {
    if (!(await tryToLockEngineSchema(transaction))) return undefined;
    // Only now: another service may just have given it its id.
    const greeting = await greet();
    const stored = await findKnownEngine(database.query);
    const refusal = foreignEngine({ host, ...greeting }, stored);
    if (refusal !== null) throw new StartupError(refusal);
    if (greeting.form !== form) throw new StartupError(anotherForm(host));
    const known = stored ?? { engineId: newRandomUuid(), form, version: 0 };
    if (stored === undefined) await recordEngineSchema(database.query, known, clock.nowMs());
    if (greeting.engineId === '') await giveId(known.engineId);
    await takeSchemaSteps({
      steps,
      taken: known.version,
      oldestInUse: () => oldestSchemaInUse(database.query, replica, steps),
      take: async (step) => {
        await step.apply(engine);
        await recordEngineSchema(database.query, { ...known, version: step.version }, clock.nowMs());
      },
    });
    await finish?.();
    return { ...known, version: steps.at(-1)?.version ?? 0 };
  });
}

function anotherForm(host: string): string {
  return `The host ${host} of SLUICE_ENGINE_URL is another kind of engine than the one that the service began with: start the service again.`;
}
