import {
  CODE_EXAMPLE,
  consoleCodeSchema,
  consoleSessionCreateSchema,
  consoleSessionSchema,
} from '../../schema/console.ts';
import type { Operation } from './operation.ts';

/** Sign-in of the web console. Not served with `SLUICE_CONSOLE=off`. */
export const consoleOperations = {
  createSession: {
    id: 'createConsoleSession',
    method: 'POST',
    path: '/api/console_sessions',
    access: 'open',
    tag: 'Console',
    summary: 'Begin a session that stands for a key',
    description:
      'For a personal key in `Authorization`, or for a code. The session may what its key may at that moment, ends when the key is revoked or rolled, and makes no sessions and codes itself.',
    body: { schema: consoleSessionCreateSchema, required: false, example: { code: CODE_EXAMPLE } },
    answers: { 201: { description: 'The session with its token', schema: consoleSessionSchema } },
    errors: ['authentication_failed', 'permission_denied', 'throttled', 'store_unavailable', 'not_found'],
  },
  endSession: {
    id: 'endConsoleSession',
    method: 'DELETE',
    path: '/api/console_sessions/@current',
    access: 'any-key',
    tag: 'Console',
    summary: 'Sign out: end the calling session',
    answers: { 204: { description: 'Ended' } },
    errors: ['not_found'],
  },
  createCode: {
    id: 'createConsoleSessionCode',
    method: 'POST',
    path: '/api/console_session_codes',
    access: 'personal-key',
    tag: 'Console',
    summary: 'Make a code that begins one session of this key',
    description: 'It works once, for 10 minutes, at `/console/#code=...`.',
    answers: { 201: { description: 'The code', schema: consoleCodeSchema } },
    errors: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
