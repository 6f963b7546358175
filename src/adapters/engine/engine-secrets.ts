import { hkdfSync } from 'node:crypto';

/** Users of a front: the name says with which rights a statement runs. */
export const READER_USER = 'reader';
export const WRITER_USER = 'writer';
export type FrontUser = typeof READER_USER | typeof WRITER_USER;

/** What the two users of an engine's front prove themselves with. */
export type EngineSecrets = Readonly<Record<FrontUser, string>>;

const SECRET_BYTES = 32;

/**
 * The secrets of both users, made of the one that an operator sets on the engine and in the URL of each service. That
 * one is never sent, and who knows the reader's secret does not know the writer's.
 */
export function engineSecrets(secret: string): EngineSecrets {
  const secretOf = (user: FrontUser): string =>
    Buffer.from(hkdfSync('sha256', secret, '', `sluice engine ${user}`, SECRET_BYTES)).toString('hex');
  return { reader: secretOf(READER_USER), writer: secretOf(WRITER_USER) };
}
