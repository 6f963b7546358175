import { ENGINE_TABLES } from '../ddl/engine-tables.ts';
import { dropUserStatement } from '../ddl/server-access.ts';
import type { Engine } from '../engine.ts';
import { runMutation } from './run-mutation.ts';

/**
 * Removes every row of a project from the engine's tables, and the user whom a server has for it. Resolves when they
 * are gone; may be repeated.
 */
export async function deleteProjectRows(
  engine: Pick<Engine, 'command' | 'form'>,
  projectId: number,
): Promise<void> {
  if (engine.form !== undefined) await engine.command(dropUserStatement(engine.form, projectId));
  for (const { name } of ENGINE_TABLES)
    await runMutation(engine, {
      table: name,
      change: 'DELETE',
      where: 'project_id = {project_id:UInt64}',
      parameters: { project_id: { type: 'UInt64', value: projectId } },
    });
}
