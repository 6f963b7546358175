import { createPublicKey, generateKeyPair, type KeyObject, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../../base/errors.ts';
import type { SigningAlgorithm } from '../../../schema/token-claims.ts';

/** The public half of a key as RFC 7517 writes it. */
export type PublicJwk = Readonly<Record<string, string>>;

/** The members of each kind of key; any other would be a private one, or one that nobody reads. */
const MEMBERS: Readonly<Record<SigningAlgorithm, readonly string[]>> = {
  Ed25519: ['kty', 'crv', 'x'],
  ES256: ['kty', 'crv', 'x', 'y'],
  RS256: ['kty', 'n', 'e'],
};
/** Members that say what a key is for and change nothing. */
const IGNORED: readonly string[] = ['alg', 'use', 'kid', 'key_ops', 'ext'];

const KINDS: Readonly<Record<SigningAlgorithm, { readonly kty: string; readonly crv?: string }>> = {
  Ed25519: { kty: 'OKP', crv: 'Ed25519' },
  ES256: { kty: 'EC', crv: 'P-256' },
  RS256: { kty: 'RSA' },
};

const LEAST_RSA_BITS = 2_048;

/**
 * The public key of a caller, with the members that count.
 * @throws AppError invalid_value for another kind of key, one with private members, and RSA under 2,048 bits
 */
export function checkPublicKey(
  algorithm: SigningAlgorithm,
  jwk: Readonly<Record<string, unknown>>,
): PublicJwk {
  const wanted = MEMBERS[algorithm];
  const odd = Object.keys(jwk).find((member) => !wanted.includes(member) && !IGNORED.includes(member));
  if (odd !== undefined) throw wrongKey(`A public key for ${algorithm} has no member "${odd}".`);
  const { kty, crv } = KINDS[algorithm];
  if (jwk['kty'] !== kty || jwk['crv'] !== crv) throw wrongKey(`This is no key for ${algorithm}.`);
  const found = Object.fromEntries(wanted.map((member) => [member, String(jwk[member])]));
  try {
    const key = publicKey(found);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? LEAST_RSA_BITS;
    if (bits < LEAST_RSA_BITS) throw wrongKey('An RSA key has 2,048 bits at least.');
    if (algorithm === 'Ed25519' && isWeak(found['x'] ?? '')) throw wrongKey('This key signs nothing.');
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw wrongKey(`This is no public key for ${algorithm}.`);
  }
  return found;
}

/** Points of Ed25519 of small order, under which one signature fits many texts: y, whatever the sign of x. */
const WEAK_POINTS: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

function isWeak(x: string): boolean {
  const bytes = Buffer.from(x, 'base64url');
  const last = bytes.at(-1);
  if (bytes.length !== 32 || last === undefined) return true;
  bytes[31] = last & 0x7f;
  return WEAK_POINTS.has(bytes.toString('hex'));
}

function wrongKey(detail: string): AppError {
  return new AppError('invalid_value', detail, { attr: 'public_key' });
}

function publicKey(jwk: PublicJwk): KeyObject {
  return createPublicKey({ key: { ...jwk }, format: 'jwk' });
}

/** True when the signature is that of the holder of the private half, by the one algorithm of the key. */
export function isSigned(
  { algorithm, publicKey: jwk }: { readonly algorithm: SigningAlgorithm; readonly publicKey: PublicJwk },
  signed: Buffer,
  signature: Buffer,
): boolean {
  const key = publicKey(jwk);
  switch (algorithm) {
    case 'Ed25519':
      return verify(null, signed, key, signature);
    case 'ES256':
      return (
        signature.length === 64 && verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature)
      );
    case 'RS256':
      return verify('sha256', signed, key, signature);
    default:
      return algorithm satisfies never;
  }
}

const pairOf = promisify(generateKeyPair);

/** A new pair of keys. The private half is known to nobody else afterwards. */
export async function newKeyPair(
  algorithm: SigningAlgorithm,
): Promise<{ readonly publicKey: PublicJwk; readonly privateKey: Readonly<Record<string, unknown>> }> {
  const pair = await makePair(algorithm);
  const jwk = pair.privateKey.export({ format: 'jwk' });
  const members = MEMBERS[algorithm].map((member) => [member, String(jwk[member])]);
  return { publicKey: Object.fromEntries(members), privateKey: { ...jwk } };
}

function makePair(algorithm: SigningAlgorithm): Promise<{ privateKey: KeyObject }> {
  switch (algorithm) {
    case 'Ed25519':
      return promisify((done: (error: Error | null, pair: { privateKey: KeyObject }) => void) =>
        generateKeyPair('ed25519', undefined, (error, _, privateKey) => done(error, { privateKey })),
      )();
    case 'ES256':
      return pairOf('ec', { namedCurve: 'P-256' });
    case 'RS256':
      return pairOf('rsa', { modulusLength: LEAST_RSA_BITS });
    default:
      return algorithm satisfies never;
  }
}
