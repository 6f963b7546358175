import { type NamedEngine, smokeEngine } from '../app/check-engine.ts';
import { StartupError } from '../base/startup-error.ts';
import { lineOfCheck } from './line-of-check.ts';

/**
 * Prints a line for each thing that the service needs of a ClickHouse server, and for each thing that it does with one.
 * @throws StartupError when a line says FAIL
 */
export async function smoke(engine: NamedEngine): Promise<void> {
  let failed = 0;
  for await (const line of smokeEngine(engine)) {
    console.log(lineOfCheck(line));
    if (line.verdict === 'FAIL') failed += 1;
  }
  if (failed > 0) throw new StartupError(`${failed} of these lines say FAIL.`);
  console.log('All good.');
}
