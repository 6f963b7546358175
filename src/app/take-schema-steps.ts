import type { SchemaStep } from '../adapters/engine/ddl/schema-steps.ts';
import { StartupError } from '../base/startup-error.ts';

interface SchemaWork {
  readonly steps: readonly SchemaStep[];
  /** The last step that was taken. */
  readonly taken: number;
  /** The oldest version that a service works with now. */
  readonly oldestInUse: () => Promise<number>;
  readonly take: (step: SchemaStep) => Promise<void>;
}

/**
 * Takes the steps that the engine's tables lack. A step that would break services of an earlier version waits for a
 * start at which there are none. One service at a time may call it.
 * @throws StartupError when the tables are two versions ahead of this build
 */
export async function takeSchemaSteps({ steps, taken, oldestInUse, take }: SchemaWork): Promise<void> {
  const own = steps.at(-1)?.version ?? 0;
  if (taken > own + 1)
    throw new StartupError(
      `The tables of the engine are of version ${taken}, and this build works with ${own} and ${own + 1}: start a newer build of the service.`,
    );
  for (const step of steps.filter(({ version }) => version > taken)) {
    if (step.isContracting && (await oldestInUse()) < step.version) return;
    await take(step);
  }
}
