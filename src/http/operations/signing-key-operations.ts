import { z } from 'zod';
import { described } from '../../schema/described.ts';
import {
  newSigningKeySchema,
  revocationCreateSchema,
  revocationSchema,
  signingKeyChangeSchema,
  signingKeyCreateSchema,
  signingKeySchema,
} from '../../schema/signing-key.ts';
import { belowNamed, inProject, PROJECT, projectId } from './below.ts';
import { inChapter } from './in-chapter.ts';
import { listing } from './listing.ts';

const id = described(z.string(), 'Id of the signing key', 'slk_0199e0a27c1f7d3e9a550c8f5b1d2e3f');
const ofSigningKey = belowNamed(`${PROJECT}/signing_keys/{id}`, { ...projectId, id });
const ofRevocation = belowNamed(`${PROJECT}/signing_keys/{id}/revocations/{revocation_id}`, {
  ...projectId,
  id,
  revocation_id: described(z.string(), 'Id of the revocation', '0199e0a2-7c1f-7d3e-9a55-0c8f5b1d2e3f'),
});

/** Keys by which customers sign the tokens of their users, and what ends such tokens early. */
export const signingKeyOperations = inChapter('Signing keys', 'token:write', {
  list: {
    id: 'listSigningKeys',
    ...inProject('GET', '/signing_keys'),
    summary: 'List signing keys',
    ...listing(signingKeySchema, 'SigningKey', 'oldest first'),
  },
  create: {
    id: 'createSigningKey',
    ...inProject('POST', '/signing_keys'),
    alsoNeeds: 'endpoint:run',
    summary: 'Create a signing key',
    description: 'Of a public key, or of a new pair, whose private half is answered once and kept nowhere.',
    body: {
      schema: signingKeyCreateSchema,
      required: true,
      example: { label: 'shop server', generate: true },
    },
    answers: { 201: { description: 'The new key', schema: newSigningKeySchema } },
  },
  change: {
    id: 'changeSigningKey',
    ...ofSigningKey('PATCH'),
    alsoNeeds: 'endpoint:run',
    summary: 'Change a signing key',
    description: 'Acts on all its tokens within 2 s.',
    body: { schema: signingKeyChangeSchema, required: true, example: { is_active: false } },
    answers: { 200: { description: 'The changed key', schema: signingKeySchema } },
  },
  remove: {
    id: 'deleteSigningKey',
    ...ofSigningKey('DELETE'),
    summary: 'Delete a signing key',
    description: 'All its tokens are refused within 2 s.',
    answers: { 204: { description: 'Deleted' } },
  },
  listRevocations: {
    id: 'listTokenRevocations',
    ...ofSigningKey('GET', '/revocations'),
    summary: 'List the revocations of a signing key',
    ...listing(revocationSchema, 'TokenRevocation', 'newest first'),
  },
  revoke: {
    id: 'revokeTokens',
    ...ofSigningKey('POST', '/revocations'),
    summary: 'Refuse tokens of a signing key before they run out',
    body: { schema: revocationCreateSchema, required: true, example: { sub: 'user-7' } },
    answers: { 201: { description: 'The revocation', schema: revocationSchema } },
  },
  allow: {
    id: 'deleteTokenRevocation',
    ...ofRevocation('DELETE'),
    summary: 'Take a revocation back',
    answers: { 204: { description: 'Taken back' } },
  },
});
