import { isAppError } from '../../../base/errors.ts';
import { parseJson } from '../../../base/parse-json.ts';
import {
  type SigningAlgorithm,
  type TokenPayload,
  tokenHeaderSchema,
  tokenPayloadSchema,
} from '../../../schema/token-claims.ts';

/** A token as it came: nothing in it is true before its signature was checked. */
export interface ReadToken {
  readonly keyId: string;
  readonly algorithm: SigningAlgorithm;
  readonly projectId: number;
  readonly payload: TokenPayload;
  readonly signed: Buffer;
  readonly signature: Buffer;
}

const MAX_LENGTH = 4_096;

/** Reads the compact form of a signed token (RFC 7515); undefined when anything of it is not as it has to be. */
export function readToken(token: string): ReadToken | undefined {
  if (token.length > MAX_LENGTH) return undefined;
  const parts = token.split('.');
  const [header, body, signature] = parts.map(decoded);
  if (parts.length !== 3 || !header || !body || !signature || signature.length === 0) return undefined;
  const head = tokenHeaderSchema.safeParse(json(header));
  const payload = tokenPayloadSchema.safeParse(json(body));
  if (!head.success || !payload.success) return undefined;
  const { alg, kid } = head.data;
  return {
    keyId: kid,
    algorithm: alg === 'EdDSA' ? 'Ed25519' : alg,
    projectId: Number(payload.data.aud.slice('sluice:'.length)),
    payload: payload.data,
    signed: Buffer.from(token.slice(0, token.lastIndexOf('.')), 'latin1'),
    signature,
  };
}

/** Base64url without padding, in its one spelling. */
function decoded(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}

/** Strict: a member that stands twice is no JSON here, because two readers would see two tokens. */
function json(bytes: Buffer): unknown {
  try {
    return parseJson(bytes, 16);
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}
