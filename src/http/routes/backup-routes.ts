import type { FastifyInstance } from 'fastify';
import { checkReachesAll } from '../../services/access/key-reach.ts';
import type { Services } from '../../services/services.ts';
import { backupOperations } from '../operations/backup-operations.ts';
import { serveOperation } from '../serve-operation.ts';

/** Moments of the service for backups: only keys that reach everything. */
export function registerBackupRoutes(
  server: FastifyInstance,
  { backupMoments }: Pick<Services, 'backupMoments'>,
): void {
  serveOperation(server, backupOperations.begin, async ({ principal }) => {
    checkReachesAll(principal);
    return backupMoments.begin();
  });
  serveOperation(server, backupOperations.keep, async ({ principal, params }) => {
    checkReachesAll(principal);
    backupMoments.keep(params.id);
  });
  serveOperation(server, backupOperations.end, async ({ principal, params }) => {
    checkReachesAll(principal);
    await backupMoments.end(params.id);
  });
}
