/** A scope of a key; `*` is all of them. */
export type Scope =
  | 'endpoint:read'
  | 'endpoint:write'
  | 'query:read'
  | 'event:write'
  | 'event:delete'
  | 'project:read'
  | 'project:write'
  | 'key:write'
  | '*';

/** What the session stands for: the key with its scopes and projects (null = all) as they are now. */
export interface SessionKey {
  readonly id: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly projects: readonly number[] | null;
}

/** A token that stands for a key until it ends. */
export interface Session {
  readonly token: string;
  readonly expiresAt: string;
  readonly key: SessionKey;
  /** Kept after the browser is closed. */
  readonly isKept: boolean;
}
