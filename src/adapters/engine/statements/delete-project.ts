import { DATABASE, ENGINE_TABLES } from '../ddl/engine-tables.ts';
import type { Engine } from '../engine.ts';

/** For a large project the engine rewrites all parts that hold its rows. */
const TIMEOUT_MS = 3_600_000;

/** Removes every row of a project from the engine's tables. Resolves when they are gone; may be repeated. */
export async function deleteProjectRows(engine: Pick<Engine, 'command'>, projectId: number): Promise<void> {
  for (const { name } of ENGINE_TABLES)
    await engine.command(
      `ALTER TABLE ${DATABASE}.${name} DELETE WHERE project_id = {project_id:UInt64}`,
      { project_id: { type: 'UInt64', value: projectId } },
      { timeoutMs: TIMEOUT_MS, settings: { mutations_sync: 2 } },
    );
}
