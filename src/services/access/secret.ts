import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { newSecretBytes } from '../../base/ids.ts';

/** What a secret is for; scanners of public code find leaked ones by this word. */
export type SecretPrefix = 'slp_' | 'slc_' | 'sls_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_BYTES = 32;
/** Digits that 2^256 and 2^32 need in base 62. */
const BODY_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SECRET_LENGTH = 4 + BODY_LENGTH + CHECKSUM_LENGTH;

/** A new secret: prefix, 32 random bytes in base 62, and the CRC-32 of both in six digits of base 62. */
export function newSecret(prefix: SecretPrefix): string {
  const number = BigInt(`0x${newSecretBytes(RANDOM_BYTES).toString('hex')}`);
  const head = prefix + toBase62(number, BODY_LENGTH);
  return head + checksum(head);
}

/**
 * True when `secret` has the form of a generated one and a wrong checksum: it was mistyped, cut or invented and need
 * not be looked up. Says nothing about secrets of other forms, such as a root key that the operator chose.
 */
export function isDamagedSecret(secret: string): boolean {
  if (secret.length !== SECRET_LENGTH || !/^sl[pcs]_[0-9A-Za-z]+$/.test(secret)) return false;
  return checksum(secret.slice(0, -CHECKSUM_LENGTH)) !== secret.slice(-CHECKSUM_LENGTH);
}

/** A new code that begins a session: 32 random bytes in base64url, 43 letters. */
export function newCode(): string {
  return newSecretBytes(RANDOM_BYTES).toString('base64url');
}

/**
 * SHA-256 in hex, the only form in which a personal key is stored and looked up. The service compares hashes and never
 * secrets. The time of a look-up tells only about a hash that nobody can choose, so no comparison needs constant time.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** The first and last letters of a secret, to recognise it by: `slp_Ab12…x9Yz`. */
export function secretHint(secret: string): string {
  return `${secret.slice(0, 8)}…${secret.slice(-4)}`;
}

function checksum(text: string): string {
  return toBase62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function toBase62(number: bigint, length: number): string {
  let digits = '';
  for (let rest = number; digits.length < length; rest /= 62n)
    digits = `${ALPHABET[Number(rest % 62n)]}${digits}`;
  return digits;
}
