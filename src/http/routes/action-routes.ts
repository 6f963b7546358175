import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../base/errors.ts';
import { actionChangeSchema, actionCreateSchema } from '../../schema/action.ts';
import { checkShape } from '../../schema/check-shape.ts';
import { asFilterErrors } from '../../schema/property-filter.ts';
import { withoutNulls } from '../../schema/without-nulls.ts';
import type { ActionServices, ActionTarget } from '../../services/actions/action-services.ts';
import { changeAction } from '../../services/actions/change-action.ts';
import { createAction } from '../../services/actions/create-action.ts';
import { getAction, listActions } from '../../services/actions/get-action.ts';
import { removeAction } from '../../services/actions/remove-action.ts';
import { demandedRevisions } from '../demanded-revisions.ts';
import { actionOperations } from '../operations/action-operations.ts';
import { atRequestTime } from '../plugins/request-time.ts';
import { serveList, serveOperation } from '../serve-operation.ts';

/** Actions, the stored filters that ActionsNodes name: list, create, get, change, delete. */
export function registerActionRoutes(server: FastifyInstance, services: ActionServices): void {
  serveList(server, actionOperations.list, ({ projectId, query }) => listActions(services, projectId, query));

  serveOperation(server, actionOperations.create, ({ caller, request }) =>
    createAction(atRequestTime(services, request), caller, checkedBody(actionCreateSchema, request)),
  );

  serveOperation(server, actionOperations.get, async ({ projectId, params }) =>
    getAction(services, projectId, idOf(params)),
  );

  serveOperation(server, actionOperations.change, async ({ caller, request, params, query }) => {
    const change = { ...targetOf(params, request), allowBreaking: query.allow_breaking };
    return changeAction(
      atRequestTime(services, request),
      caller,
      change,
      checkedBody(actionChangeSchema, request),
    );
  });

  serveOperation(server, actionOperations.remove, async ({ caller, request, params, query }) =>
    removeAction(atRequestTime(services, request), caller, {
      ...targetOf(params, request),
      force: query.force,
    }),
  );
}

/** The body; null members mean absent, as everywhere in queries. */
function checkedBody<Schema extends z.ZodType>(schema: Schema, { body }: FastifyRequest): z.output<Schema> {
  return asFilterErrors(() => checkShape(schema, withoutNulls(body)));
}

interface WithId {
  readonly id: string;
}

function targetOf(params: WithId, request: FastifyRequest): ActionTarget {
  return { id: idOf(params), ifRevisions: demandedRevisions(request) };
}

/** The id in the path. @throws AppError not_found when it is no number */
function idOf({ id }: WithId): number {
  if (/^[1-9]\d{0,8}$/.test(id)) return Number(id);
  throw new AppError('not_found', `There is no action "${id}".`);
}
