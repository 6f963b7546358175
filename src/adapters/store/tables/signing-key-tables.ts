import type { TokenAllow } from '../../../schema/token-claims.ts';

/** A key by which a customer signs tokens. The half that signs is known to him alone. */
export interface SigningKeyTable {
  /** `kid` of its tokens. */
  readonly id: string;
  readonly projectId: number;
  readonly label: string;
  readonly algorithm: 'Ed25519' | 'ES256' | 'RS256';
  /** As RFC 7517 writes it; the public half. */
  readonly publicKey: Readonly<Record<string, string>>;
  /** Ids of the endpoints that its tokens may name; null = all. */
  readonly endpointIds: readonly string[] | null;
  /** What each of its tokens fixes: names of variables, keys of filters. */
  readonly demands: { readonly variables: readonly string[]; readonly filters: readonly string[] };
  /** What its tokens may allow at most; null = whatever they say. */
  readonly ceiling: TokenAllow | null;
  /** Tables whose rows may be read through a joined name. */
  readonly shared: readonly ('person' | 'group')[];
  readonly maxTtlSeconds: number;
  readonly isActive: boolean;
  readonly createdByKeyId: string;
  readonly createdAtMs: number;
  /** Null = never. */
  readonly expiresAtMs: number | null;
}

/** Tokens of a signing key that do not count any more. */
export interface TokenRevocationTable {
  readonly id: string;
  readonly projectId: number;
  readonly signingKeyId: string;
  readonly kind: 'sub' | 'jti' | 'issued_before';
  /** The value of the claim; of `issued_before` milliseconds since 1970. */
  readonly what: string;
  readonly madeAtMs: number;
  /** Null = until it is deleted. */
  readonly untilMs: number | null;
}
