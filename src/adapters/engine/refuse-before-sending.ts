import { engineRefusal } from './engine-error.ts';
import { refusalOfQueryText } from './refusal-of-query-text.ts';

/**
 * Refuses a reader's text that an engine on the network must not even see, by throwing EngineException: a server checks
 * no texts, and an engine process may be of another build.
 */
export function refuseBeforeSending(allowedFunctions: readonly string[]): (sql: string) => void {
  const allowed = new Set(allowedFunctions);
  return (sql) => {
    const refusal = refusalOfQueryText(sql, allowed);
    if (refusal !== undefined) throw engineRefusal('ACCESS_DENIED', `Refused before sending: ${refusal}`);
  };
}
