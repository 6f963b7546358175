import { z } from 'zod';
import { component, described, moment } from './described.ts';
import { keySchema } from './key.ts';

/** What a code looks like. */
export const CODE_EXAMPLE = 'q3JkqP0x8b6nR2w1mT7uY5vZ4cA9sD0eF1gH2iJ3kL4';

const code = described(
  z.string().min(1).max(200),
  'A code from a link of `sluice console` or of the first start, in place of a key. It works once, for 10 minutes',
  CODE_EXAMPLE,
);

/** Body of `POST /api/console_sessions`. */
export const consoleSessionCreateSchema = component('ConsoleSessionCreate', 'How to sign in', {
  code: code.optional(),
  stay: described(
    z.boolean().default(false),
    'Whether the session lasts 30 days unused and 90 in all, instead of 12 hours and 7 days. Default false',
    false,
  ),
});

/** Answer of `POST /api/console_sessions`. */
export const consoleSessionSchema = component('ConsoleSession', 'A session with its token', {
  token: described(z.string(), 'What to send as `Authorization: Bearer`, shown this once', 'sls_...'),
  expires_at: moment('When it ends unless it is used before; every use puts that off'),
  key: keySchema.describe('The key that the session stands for'),
});

export type ConsoleSession = z.output<typeof consoleSessionSchema>;

/** Answer of `POST /api/console_session_codes`. */
export const consoleCodeSchema = component('ConsoleCode', 'A code that begins one session', {
  code: described(z.string(), 'The code, shown this once', CODE_EXAMPLE),
  expires_at: moment('When it stops working'),
});

export type ConsoleCode = z.output<typeof consoleCodeSchema>;
