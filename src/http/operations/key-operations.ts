import { z } from 'zod';
import { described } from '../../schema/described.ts';
import {
  currentKeySchema,
  keyChangeSchema,
  keyCreateSchema,
  keyRollSchema,
  keySchema,
  keyWithSecretSchema,
} from '../../schema/key.ts';
import { below } from './below.ts';
import { inChapter } from './in-chapter.ts';
import { listing } from './listing.ts';

const KEYS = '/api/personal_api_keys';

const ofKey = below(`${KEYS}/{id}`, {
  id: described(z.string(), 'Id of the key', '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f'),
});

/** Personal API keys. Every key may roll and delete itself; for other keys the services ask for `key:write`. */
export const keyOperations = inChapter('Keys', 'key:write', {
  list: {
    id: 'listKeys',
    method: 'GET',
    path: KEYS,
    summary: 'List keys that have no more scopes and projects than this one',
    ...listing(keySchema, 'Key', 'oldest first'),
  },
  current: {
    id: 'getCurrentKey',
    method: 'GET',
    path: `${KEYS}/@current`,
    access: 'any-key',
    summary: 'Get the calling key, and its session if it is one of the console',
    answers: { 200: { description: 'The key, without its secret', schema: currentKeySchema } },
  },
  create: {
    id: 'createKey',
    method: 'POST',
    path: KEYS,
    summary: 'Create a key',
    description:
      'It gets no more scopes and projects than the key that makes it, and ends no later. The secret is answered once.',
    body: {
      schema: keyCreateSchema,
      required: true,
      example: { label: 'dashboard', scopes: ['endpoint:read'], projects: [1] },
    },
    answers: { 201: { description: 'The new key with its secret', schema: keyWithSecretSchema } },
  },
  roll: {
    id: 'rollKey',
    ...ofKey('POST', '/roll'),
    access: 'any-key',
    summary: 'Replace the secret of a key',
    description:
      'A key may roll itself; `key:write` may roll the keys that it can list and that end no later. A replaced secret rolls nothing that lasts longer than it.',
    body: { schema: keyRollSchema, required: false, example: { overlap_seconds: 3600 } },
    answers: { 200: { description: 'The key with its new secret', schema: keyWithSecretSchema } },
    errors: ['not_found'],
  },
  change: {
    id: 'changeKey',
    ...ofKey('PATCH'),
    access: 'any-key',
    summary: 'Change label, endpoints and end of a key',
    description:
      'A key may change its own label; `key:write` may change the keys that it can list. No key changes its own end or endpoints, or gives an end beyond its own.',
    body: { schema: keyChangeSchema, required: true, example: { label: 'dashboard of sales' } },
    answers: { 200: { description: 'The changed key', schema: keySchema } },
    errors: ['not_found'],
  },
  revoke: {
    id: 'revokeKey',
    ...ofKey('DELETE'),
    access: 'any-key',
    summary: 'Revoke a key',
    description: 'A key may revoke itself; `key:write` may revoke the keys that it can list.',
    answers: { 204: { description: 'Revoked' } },
    errors: ['not_found'],
  },
});
