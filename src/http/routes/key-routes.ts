import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../schema/page.ts';
import type { AccessServices } from '../../services/access/access-services.ts';
import { changeKey } from '../../services/access/change-key.ts';
import { getCurrentKey } from '../../services/access/get-current-key.ts';
import { issueKey } from '../../services/access/issue-key.ts';
import { listKeys } from '../../services/access/list-keys.ts';
import { revokeKey } from '../../services/access/revoke-key.ts';
import { rollKey } from '../../services/access/roll-key.ts';
import { keyOperations } from '../operations/key-operations.ts';
import { serveList, serveOperation } from '../serve-operation.ts';

/** Personal API keys: list, create, roll, delete. Answers that hold a secret are not to be stored on the way. */
export function registerKeyRoutes(server: FastifyInstance, services: AccessServices): void {
  serveList(server, keyOperations.list, async ({ principal, query }) =>
    pageOf(await listKeys(services, principal), query),
  );

  serveOperation(server, keyOperations.current, ({ principal }) => getCurrentKey(services, principal));

  serveOperation(server, keyOperations.create, async ({ reply, principal, body }) => {
    const key = await issueKey(services, principal, body);
    void reply.header('cache-control', 'no-store');
    return key;
  });

  serveOperation(server, keyOperations.roll, async ({ reply, principal, params, body }) => {
    const key = await rollKey(services, principal, params.id, body);
    void reply.header('cache-control', 'no-store');
    return key;
  });

  serveOperation(server, keyOperations.change, ({ principal, params, body }) =>
    changeKey(services, principal, params.id, body),
  );

  serveOperation(server, keyOperations.revoke, ({ principal, params }) =>
    revokeKey(services, principal, params.id),
  );
}
