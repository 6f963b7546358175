import { createHash } from 'node:crypto';
import { describeDialect } from '../../query/plan.ts';

/** The description of the dialect as bytes of JSON, and their name. */
export interface DialectDocument {
  readonly body: readonly [Buffer];
  /** Equal for equal bytes, 16 characters of base64url. */
  readonly hash: string;
}

/** Everything that queries can name. Takes some milliseconds and does not change while the process lives. */
export function dialectDocument(): DialectDocument {
  const bytes = Buffer.from(JSON.stringify(describeDialect()));
  return { body: [bytes], hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 16) };
}
