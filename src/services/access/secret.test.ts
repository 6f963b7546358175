import { describe, expect, test } from 'vitest';
import { hashSecret, isDamagedSecret, newSecret, secretHint } from './secret.ts';

// [SPEC-7.1].

describe('newSecret', () => {
  test('is the prefix, 43 base-62 digits of 32 random bytes and 6 of the checksum', () => {
    for (let round = 0; round < 500; round += 1) {
      const secret = newSecret('slp_');
      expect(secret).toMatch(/^slp_[0-9A-Za-z]{49}$/);
      expect(isDamagedSecret(secret)).toBe(false);
    }
  });

  test('is never the same twice', () => {
    expect(new Set(Array.from({ length: 500 }, () => newSecret('slc_'))).size).toBe(500);
  });
});

describe('isDamagedSecret', () => {
  const secret = newSecret('slp_');
  const changed = secret.at(-1) === '0' ? '1' : '0';

  test.each([
    ['another last digit', `${secret.slice(0, -1)}${changed}`, true],
    ['another kind', secret.replace('slp_', 'slc_'), true],
    ['two digits swapped', swapTwo(secret), true],
    ['cut', secret.slice(0, -1), false],
    ['a root key chosen by the operator', 'slp_myOwnRootKey0123456789', false],
    ['empty', '', false],
  ])('%s', (_name, text, damaged) => {
    expect(isDamagedSecret(text)).toBe(damaged);
  });
});

test('hashSecret is SHA-256 in hex', () => {
  // The published test vector for "abc" (FIPS 180-2, appendix B.1).
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('secretHint shows eight letters', () => {
  expect(secretHint('slp_abcdefghijklmnop')).toBe('slp_abcd…mnop');
});

/** Swaps the first two neighbouring digits that differ. */
function swapTwo(secret: string): string {
  for (let at = 4; at < secret.length - 1; at += 1) {
    if (secret[at] === secret[at + 1]) continue;
    return `${secret.slice(0, at)}${secret[at + 1]}${secret[at]}${secret.slice(at + 2)}`;
  }
  return secret;
}
