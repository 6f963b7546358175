import { generateKeyPairSync } from 'node:crypto';
import { headerOf, payloadOf, signedToken, type TestSigner } from '../../fixtures/sign-token.ts';

/** What tokens are forged from. */
interface Forgery {
  readonly signer: TestSigner;
  /** Of another project. */
  readonly elsewhere: TestSigner;
  readonly nowMs: number;
}

export const FILTER = { key: 'organization', value: 'org-a', operator: 'exact', type: 'event' };
export const OF_A = { endpoints: ['seen', 'mine', 'trend'], filters: [FILTER] };

/** What is wrong with a token, and how it is made. */
export function forgedTokens({ signer, elsewhere, nowMs }: Forgery): Readonly<Record<string, () => string>> {
  const seconds = (offset: number): number => Math.floor(nowMs / 1000) + offset;
  const token = (sluice: object = OF_A, more: object = {}): string =>
    signedToken(signer, payloadOf(signer, nowMs, sluice, more));
  return {
    'alg none': () =>
      signedToken(signer, payloadOf(signer, nowMs, OF_A), { ...headerOf(signer), alg: 'none' }),
    'alg None': () =>
      signedToken(signer, payloadOf(signer, nowMs, OF_A), { ...headerOf(signer), alg: 'None' }),
    'alg HS256': () =>
      signedToken(signer, payloadOf(signer, nowMs, OF_A), { ...headerOf(signer), alg: 'HS256' }),
    'alg of another key': () =>
      signedToken(signer, payloadOf(signer, nowMs, OF_A), { ...headerOf(signer), alg: 'ES256' }),
    'no alg': () => signedToken(signer, payloadOf(signer, nowMs, OF_A), { kid: signer.id }),
    'no kid': () => signedToken(signer, payloadOf(signer, nowMs, OF_A), { alg: 'Ed25519' }),
    ...Object.fromEntries(
      [
        '../../etc/passwd',
        "slk_' or 1=1 --",
        'https://evil.example/k',
        ['slk_'],
        '',
        'slk_'.padEnd(10_000, 'a'),
      ].map((kid) => [
        `kid ${String(kid).slice(0, 20)}`,
        () => signedToken(signer, payloadOf(signer, nowMs, OF_A), { alg: 'Ed25519', kid }),
      ]),
    ),
    ...Object.fromEntries(
      ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64', 'zip', 'odd'].map((member) => [
        `header ${member}`,
        () => signedToken(signer, payloadOf(signer, nowMs, OF_A), { ...headerOf(signer), [member]: [] }),
      ]),
    ),
    'typ of a nested token': () =>
      signedToken(signer, payloadOf(signer, nowMs, OF_A), { ...headerOf(signer), typ: 'JWE' }),
    'a header member twice': () =>
      signedToken(
        signer,
        payloadOf(signer, nowMs, OF_A),
        `{"alg":"Ed25519","alg":"Ed25519","kid":"${signer.id}"}`,
      ),
    'a claim twice': () =>
      signedToken(
        signer,
        JSON.stringify(payloadOf(signer, nowMs, OF_A)).replace('"sub":', `"sub":"x","sub":`),
      ),
    'a filter twice': () =>
      signedToken(
        signer,
        JSON.stringify(payloadOf(signer, nowMs, OF_A)).replace('"filters":', '"filters":[],"filters":'),
      ),
    'an empty signature': () => token().replace(/\.[^.]*$/, '.'),
    'no signature': () => token().replace(/\.[^.]*$/, ''),
    'the signature of another payload': () => {
      const [header, , signature] = token().split('.');
      const [, payload] = token({ endpoints: ['open'], variables: {} }).split('.');
      return `${header}.${payload}.${signature}`;
    },
    'a padded signature': () => `${token()}==`,
    'a signature of other letters': () => token().replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    'four parts': () => `${token()}.x`,
    'a JWE': () => `${token()}.x.y`,
    'a payload in a payload': () => signedToken(signer, token()),
    'no payload': () => signedToken(signer, ''),
    'the key of another project': () => signedToken(elsewhere, payloadOf(signer, nowMs, OF_A)),
    'the id of another project': () =>
      signedToken({ ...signer, id: elsewhere.id }, payloadOf(signer, nowMs, OF_A)),
    'an own key under our id': () => {
      const { privateKey } = generateKeyPairSync('ed25519');
      return signedToken({ ...signer, privateKey }, payloadOf(signer, nowMs, OF_A));
    },
    'zeros as signature': () =>
      `${token().replace(/\.[^.]*$/, '')}.${Buffer.alloc(64).toString('base64url')}`,
    'more than 4 KiB': () => token(OF_A, { pad: 'x'.repeat(4_000) }),
    ...Object.fromEntries(
      (
        [
          ['no exp', { exp: undefined }],
          ['exp as text', { exp: String(seconds(900)) }],
          ['exp negative', { exp: -1 }],
          ['exp null', { exp: null }],
          ['exp of a day and more', { exp: seconds(86_400 + 60) }],
          ['exp beyond the key', { exp: seconds(3_600 + 60), iat: undefined }],
          ['a life beyond the key', { iat: seconds(-3_000), exp: seconds(1_000) }],
          ['nbf in the future', { nbf: seconds(31 + 60) }],
          ['nbf as text', { nbf: '1' }],
          ['iat in the future', { iat: seconds(31 + 60) }],
          ['no sub', { sub: undefined }],
          ['an empty sub', { sub: '' }],
          ['a long sub', { sub: 'x'.repeat(129) }],
          ['sub as number', { sub: 7 }],
          ['no aud', { aud: undefined }],
          ['aud as list', { aud: ['sluice:1'] }],
          ['aud with more', { aud: 'sluice:1 ' }],
          ['aud of none', { aud: 'sluice:0' }],
          ['jti as object', { jti: {} }],
        ] as const
      ).map(([name, more]) => [name, () => token(OF_A, more)]),
    ),
    'exp beyond a double': () =>
      signedToken(signer, JSON.stringify(payloadOf(signer, nowMs, OF_A)).replace(/"exp":\d+/, '"exp":1e999')),
    ...Object.fromEntries(
      (
        [
          ['no member sluice', undefined],
          ['sluice as text', 'all'],
          ['no endpoints', { filters: [FILTER] }],
          ['endpoints as text', { endpoints: 'seen', filters: [FILTER] }],
          ['an unknown member', { ...OF_A, query_override: {} }],
          ['a null variable', { ...OF_A, variables: { organization: null } }],
          ['an expression as filter', { endpoints: ['seen'], filters: [{ type: 'hogql', key: '1=1' }] }],
          ['a cohort as filter', { endpoints: ['seen'], filters: [{ type: 'cohort', key: 'id', value: 1 }] }],
          ['a session as filter', { endpoints: ['seen'], filters: [{ ...FILTER, type: 'session' }] }],
          ['a group of filters', { endpoints: ['seen'], filters: [{ type: 'OR', values: [FILTER] }] }],
          ['filters beyond the most', { endpoints: ['seen'], filters: Array(21).fill(FILTER) }],
        ] as const
      ).map(([name, sluice]) => [name, () => token(OF_A, { sluice })]),
    ),
  };
}
