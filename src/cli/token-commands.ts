import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { clientEnvironment } from '../app/read-settings.ts';
import { systemClock } from '../base/clock.ts';
import { isAppError } from '../base/errors.ts';
import { checkShape } from '../schema/check-shape.ts';
import { type SigningAlgorithm, tokenClaimsSchema } from '../schema/token-claims.ts';
import { CommandError, HELP_HINT } from './command-error.ts';

/** `sluice tokens ...` */
export function tokenCommands(): Command {
  return new Command('tokens')
    .description('Sign tokens for the users of a customer, without a service.')
    .showHelpAfterError(HELP_HINT)
    .addCommand(signCommand());
}

interface SignFlags {
  readonly keyFile: string;
  readonly kid?: string;
  readonly project?: number;
  readonly sub: string;
  readonly ttl: number;
  readonly endpoint: readonly string[];
  readonly var: readonly string[];
  readonly filter: readonly string[];
  readonly allowVar: readonly string[];
  readonly allow: readonly string[];
}

const EXAMPLES = `
Examples:
  sluice tokens sign --key-file key.json --sub ada --endpoint usage-by-day --filter organization=org-01
  sluice tokens sign --key-file key.json --sub ada --endpoint usage-by-day --var organization=org-01 --allow dates --ttl 1h

The file is what POST /signing_keys/ answered to "generate", or a private JWK whose kid is the id of the signing key.
The token goes to stdout and nowhere else. Exit codes: 0 done, 1 wrong usage.`;

function signCommand(): Command {
  return new Command('sign')
    .description('Sign a token with the private half of a signing key, and print it.')
    .showHelpAfterError(HELP_HINT)
    .requiredOption('--key-file <file>', 'private key: the answer to "generate", or a JWK')
    .requiredOption('--sub <subject>', 'whom the token is for')
    .option('--kid <id>', 'id of the signing key, slk_...; default the id in the file')
    .option('--project <id>', 'project; default SLUICE_PROJECT, else 1', readProject)
    .option('--endpoint <name>', 'endpoint that it runs; may be repeated', collect, [])
    .option('--filter <key=value>', 'rows that the query may see; may be repeated', collect, [])
    .option(
      '--var <name=value>',
      'value of a variable that the holder cannot change; may be repeated',
      collect,
      [],
    )
    .option('--allow-var <name>', 'variable that the holder may set; may be repeated', collect, [])
    .option('--allow <what>', 'filters, dates, interval or breakdown; may be repeated', collect, [])
    .option('--ttl <time>', 'how long it holds: 90s, 15m, 1h', readTtl, 900)
    .addHelpText('after', EXAMPLES)
    .action((flags: SignFlags) => console.log(signToken(flags, systemClock.nowMs())));
}

/** A token as a server of a customer would sign it. @throws CommandError usage */
function signToken(flags: SignFlags, nowMs: number): string {
  const { id, algorithm, key } = readKey(flags);
  const now = Math.floor(nowMs / 1000);
  const payload = {
    aud: `sluice:${flags.project ?? ownProject()}`,
    sub: flags.sub,
    iat: now,
    exp: now + flags.ttl,
    sluice: claimsOf(flags),
  };
  const signed = `${encoded({ alg: algorithm, kid: id, typ: 'JWT' })}.${encoded(payload)}`;
  return `${signed}.${signatureOf(Buffer.from(signed), algorithm, key).toString('base64url')}`;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signatureOf(bytes: Buffer, algorithm: SigningAlgorithm, key: KeyObject): Buffer {
  switch (algorithm) {
    case 'Ed25519':
      return sign(null, bytes, key);
    case 'ES256':
      return sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' });
    case 'RS256':
      return sign('sha256', bytes, key);
    default:
      return algorithm satisfies never;
  }
}

const ALLOWED = ['filters', 'dates', 'interval', 'breakdown'];

/** The member `sluice`, checked by the schema that the service checks it by. */
function claimsOf({ endpoint, filter, var: variables, allow, allowVar }: SignFlags): object {
  const unknown = allow.find((each) => !ALLOWED.includes(each));
  if (unknown !== undefined)
    throw new CommandError('usage', `--allow "${unknown}": expected ${ALLOWED.join(', ')}.`);
  const allowed = {
    ...Object.fromEntries(allow.map((each) => [each, true])),
    ...(allowVar.length > 0 && { variables: allowVar }),
  };
  const claims = {
    endpoints: endpoint,
    ...(variables.length > 0 && {
      variables: Object.fromEntries(variables.map((text) => pair('--var', text))),
    }),
    ...(filter.length > 0 && {
      filters: filter.map((text) => {
        const [key, value] = pair('--filter', text);
        return { key, value, operator: 'exact', type: 'event' };
      }),
    }),
    ...(Object.keys(allowed).length > 0 && { allow: allowed }),
  };
  try {
    checkShape(tokenClaimsSchema, claims);
  } catch (error) {
    if (isAppError(error)) throw new CommandError('usage', `The service would refuse this: ${error.message}`);
    throw error;
  }
  return claims;
}

function pair(option: string, text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new CommandError('usage', `${option} "${text}": expected name=value.`);
}

const jwkSchema = z.looseObject({
  kty: z.string(),
  crv: z.string().optional(),
  d: z.string(),
  kid: z.string().optional(),
});
const answerSchema = z.looseObject({ id: z.string(), private_key: jwkSchema });
const KEY_ID = /^slk_[0-9a-z]{32}$/;

interface PrivateKey {
  readonly id: string;
  readonly algorithm: SigningAlgorithm;
  readonly key: KeyObject;
}

/** Says what is wrong with a file without a letter of what is in it. */
function readKey({ keyFile, kid }: SignFlags): PrivateKey {
  const json = readJson(keyFile);
  const answer = answerSchema.safeParse(json);
  const jwk = jwkSchema.safeParse(answer.success ? answer.data.private_key : json);
  if (!jwk.success) throw new CommandError('usage', `${keyFile} holds no private key (JWK).`);
  const id = kid ?? (answer.success ? answer.data.id : jwk.data.kid);
  if (id === undefined || !KEY_ID.test(id))
    throw new CommandError(
      'usage',
      'The id of the signing key (slk_...) is neither in the file nor given by --kid.',
    );
  const algorithm = ALGORITHMS[`${jwk.data.kty} ${jwk.data.crv ?? ''}`.trim()];
  if (algorithm === undefined)
    throw new CommandError('usage', `${keyFile}: expected a key of Ed25519, P-256 or RSA.`);
  try {
    return {
      id,
      algorithm,
      key: createPrivateKey({ key: jwk.data as Readonly<Record<string, string>>, format: 'jwk' }),
    };
  } catch {
    throw new CommandError('usage', `${keyFile} holds no private key that can be read.`);
  }
}

const ALGORITHMS: Readonly<Record<string, SigningAlgorithm>> = {
  'OKP Ed25519': 'Ed25519',
  'EC P-256': 'ES256',
  RSA: 'RS256',
};

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError('usage', `${file} is not JSON.`);
    throw new CommandError('usage', `${file} cannot be read.`, { cause: error });
  }
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function ownProject(): number {
  return readProject(clientEnvironment().project ?? '1');
}

function readProject(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`"${text}" is no number of a project.`);
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

function readTtl(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? 0);
  if (seconds >= 1 && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError(`"${text}" is no time from 1s to 24h, such as 90s, 15m or 1h.`);
}
