import type { Engine } from '../adapters/engine/engine.ts';
import type { Clock } from '../base/clock.ts';
import type { Observe } from '../base/observation.ts';

/**
 * Everything the use cases work with, made once by `app/compose.ts`. Each service folder declares the part it needs
 * as an interface of its own and this type extends them all, so that a use case can be called with less in a test.
 */
export interface Services {
  readonly clock: Clock;
  readonly observe: Observe;
  readonly engine: Engine;
}
