import type { components } from '../api/schema.d.ts';

type Key = components['schemas']['Key'];

/** A scope of a key; `*` is all of them. */
export type Scope = Key['scopes'][number];

/** What the session stands for: the key with its scopes and projects (null = all) as they are now. */
export type SessionKey = Pick<Key, 'id' | 'label' | 'scopes' | 'projects'>;

/** A token that stands for a key until it ends. */
export interface Session {
  readonly token: string;
  readonly expiresAt: string;
  readonly key: SessionKey;
  /** Kept after the browser is closed. */
  readonly isKept: boolean;
}
