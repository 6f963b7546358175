import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { parseRows } from '../../src/adapters/engine/parse-rows.ts';

const QUIET_LOOKS = 10;
const LOOK_MS = 300;

/** Resolves when the engine has merged what it wants to merge, and rewritten what it was told to. */
export async function quietEngine(engine: Engine): Promise<void> {
  for (let quiet = 0; quiet < QUIET_LOOKS; ) {
    const [[busy] = []] = parseRows(
      await engine.command(
        'SELECT (SELECT count() FROM system.merges) + (SELECT count() FROM system.mutations WHERE NOT is_done)',
      ),
    );
    quiet = Number(busy) === 0 ? quiet + 1 : 0;
    await delay(LOOK_MS);
  }
}
