import { chmodSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { quoteText } from '../../src/adapters/engine/statements/session-statements.ts';

export interface ExportedEvents {
  /** Columns or expressions of `app.events`. */
  readonly columns: string;
  readonly format: 'CSV' | 'Parquet';
}

const LONG = { timeoutMs: 3_600_000 } as const;

/**
 * Has the engine write the events of project 1 into files of one month each, in the order of time, and hands on one
 * after the other; each is removed then.
 */
export async function exportEvents(
  engine: Engine,
  folder: string,
  { columns, format }: ExportedEvents,
  take: (file: string) => Promise<unknown>,
): Promise<void> {
  const months = await engine.command(
    'SELECT DISTINCT toYYYYMM(timestamp) AS month FROM app.events WHERE project_id = 1 ORDER BY month',
  );
  for (const [month] of JSON.parse(`[${Buffer.from(months.rows)}]`)) {
    const file = path.join(folder, `events-${month}.${format.toLowerCase()}`);
    await engine.command(
      `INSERT INTO FUNCTION file(${quoteText(file)}, '${format}')
        SELECT ${columns} FROM app.events WHERE project_id = 1 AND toYYYYMM(timestamp) = ${Number(month)} ORDER BY timestamp`,
      {},
      LONG,
    );
    // PostgreSQL reads it as another user.
    chmodSync(file, 0o644);
    await take(file);
    rmSync(file);
  }
}
