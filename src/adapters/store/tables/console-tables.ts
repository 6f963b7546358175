/** A sign-in to the console: a token that stands for a key. */
export interface ConsoleSessionTable {
  /** SHA-256 of the token in hex. The token itself is nowhere. */
  readonly tokenHash: string;
  readonly keyId: string;
  /** That of the key when the session began: a key that was rolled has another one, and this session has ended. */
  readonly secretHash: string;
  /** The session ends when it is not used for so long. */
  readonly idleMs: number;
  readonly createdAtMs: number;
  /** The session ends then in any case. */
  readonly endsAtMs: number;
  /** Exact to a minute. */
  readonly lastUsedAtMs: number;
}

/** A code that begins one session. */
export interface ConsoleCodeTable {
  /** SHA-256 of the code in hex. */
  readonly codeHash: string;
  readonly keyId: string;
  /** As in `ConsoleSessionTable`. */
  readonly secretHash: string;
  readonly createdAtMs: number;
  readonly endsAtMs: number;
}
