import type { FastifyInstance } from 'fastify';
import { checkShape } from '../../schema/check-shape.ts';
import { keyCreateSchema, keyRollSchema } from '../../schema/key.ts';
import { pageOf, pagingSchema } from '../../schema/page.ts';
import type { AccessServices } from '../../services/access/access-services.ts';
import { issueKey } from '../../services/access/issue-key.ts';
import { listKeys } from '../../services/access/list-keys.ts';
import { revokeKey } from '../../services/access/revoke-key.ts';
import { rollKey } from '../../services/access/roll-key.ts';
import { addRoute } from '../add-route.ts';
import { listBody } from '../list-body.ts';
import { keyOperations } from '../operations/key-operations.ts';
import { principalOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';

interface WithId {
  Params: { id: string };
}

/** Personal API keys: list, create, roll, delete. Answers that hold a secret are not to be stored on the way. */
export function registerKeyRoutes(server: FastifyInstance, services: AccessServices): void {
  addRoute(server, keyOperations.list, async (request, reply) => {
    const paging = checkShape(pagingSchema, request.query);
    const keys = await listKeys(services, principalOf(request));
    return sendJson(reply, 200, listBody(request, pageOf(keys, paging), paging));
  });

  addRoute(server, keyOperations.create, async (request, reply) => {
    const body = checkShape(keyCreateSchema, request.body);
    const key = await issueKey(services, principalOf(request), body);
    return sendJson(reply.header('cache-control', 'no-store'), 201, key);
  });

  addRoute<WithId>(server, keyOperations.roll, async (request, reply) => {
    const body = checkShape(keyRollSchema, request.body ?? {});
    const key = await rollKey(services, principalOf(request), request.params.id, body);
    return sendJson(reply.header('cache-control', 'no-store'), 200, key);
  });

  addRoute<WithId>(server, keyOperations.revoke, async (request, reply) => {
    await revokeKey(services, principalOf(request), request.params.id);
    return reply.code(204).send();
  });
}
