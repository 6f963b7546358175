import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../schema/page.ts';
import type { AccessServices } from '../../services/access/access-services.ts';
import { allowTokens, listRevocations, revokeTokens } from '../../services/access/tokens/revoke-tokens.ts';
import {
  changeSigningKey,
  createSigningKey,
  listSigningKeys,
  removeSigningKey,
} from '../../services/access/tokens/signing-keys.ts';
import { signingKeyOperations } from '../operations/signing-key-operations.ts';
import { serveList, serveOperation } from '../serve-operation.ts';

/** Signing keys of a project, and revocations of their tokens. */
export function registerSigningKeyRoutes(server: FastifyInstance, services: AccessServices): void {
  serveList(server, signingKeyOperations.list, async ({ projectId, query }) =>
    pageOf(await listSigningKeys(services, projectId), query),
  );

  serveOperation(server, signingKeyOperations.create, async ({ reply, projectId, principal, body }) => {
    const key = await createSigningKey(services, { projectId, principal }, body);
    void reply.header('cache-control', 'no-store');
    return key;
  });

  serveOperation(server, signingKeyOperations.change, ({ projectId, principal, params, body }) =>
    changeSigningKey(services, { projectId, principal }, params.id, body),
  );

  serveOperation(server, signingKeyOperations.remove, ({ projectId, principal, params }) =>
    removeSigningKey(services, { projectId, principal }, params.id),
  );

  serveList(server, signingKeyOperations.listRevocations, async ({ projectId, params, query }) =>
    pageOf(await listRevocations(services, { projectId, signingKeyId: params.id }), query),
  );

  serveOperation(server, signingKeyOperations.revoke, ({ projectId, params, body }) =>
    revokeTokens(services, { projectId, signingKeyId: params.id }, body),
  );

  serveOperation(server, signingKeyOperations.allow, ({ projectId, params }) =>
    allowTokens(services, { projectId, signingKeyId: params.id }, params.revocation_id),
  );
}
