import type { Database } from '../../adapters/store/database.ts';
import type { Clock } from '../../base/clock.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { KeyUses } from './key-uses.ts';
import type { SessionUses } from './session-uses.ts';
import type { VerifiedTokens } from './tokens/verified-tokens.ts';

/** What the use cases of access work with. */
export interface AccessServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalog: Pick<Catalog, 'decide' | 'whenKnown'>;
  readonly keyUses: KeyUses;
  readonly tokens: VerifiedTokens;
  /** Null = there is no console, and no session is let in. */
  readonly sessionUses: SessionUses | null;
}
