import { createPrivateKey, sign } from 'node:crypto';
import type { Customer } from './customers.ts';
import type { SigningKey } from './prepare.ts';

const LIFETIME_S = 900;

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token for one customer: two endpoints, the rows of one organization, the days of the holder's choice. */
export function signToken({ id, private_key }: SigningKey, project: number, customer: Customer): string {
  const nowS = Math.floor(Date.now() / 1_000);
  const header = { alg: 'Ed25519', kid: id };
  const claims = {
    aud: `sluice:${project}`,
    sub: customer.user,
    iat: nowS,
    exp: nowS + LIFETIME_S,
    sluice: {
      endpoints: ['calls-by-day', 'calls-by-method'],
      filters: [{ key: 'organization', type: 'event', operator: 'exact', value: customer.organization }],
      allow: { variables: ['days'] },
    },
  };
  const signed = `${base64url(header)}.${base64url(claims)}`;
  const key = createPrivateKey({ key: private_key, format: 'jwk' });
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}
