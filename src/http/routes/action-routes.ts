import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { actionChangeSchema, actionCreateSchema } from '../../schema/action.ts';
import { checkShape } from '../../schema/check-shape.ts';
import { asFilterErrors } from '../../schema/property-filter.ts';
import { withoutNulls } from '../../schema/without-nulls.ts';
import type { ActionServices } from '../../services/actions/action-services.ts';
import { changeAction } from '../../services/actions/change-action.ts';
import { createAction } from '../../services/actions/create-action.ts';
import { getAction, listActions } from '../../services/actions/get-action.ts';
import { removeAction } from '../../services/actions/remove-action.ts';
import { numberedTarget, numberInPath } from '../numbered-target.ts';
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
    getAction(services, projectId, numberInPath('action', params)),
  );

  serveOperation(server, actionOperations.change, async ({ caller, request, params, query }) => {
    const change = { ...numberedTarget('action', params, request), allowBreaking: query.allow_breaking };
    return changeAction(
      atRequestTime(services, request),
      caller,
      change,
      checkedBody(actionChangeSchema, request),
    );
  });

  serveOperation(server, actionOperations.remove, async ({ caller, request, params, query }) =>
    removeAction(atRequestTime(services, request), caller, {
      ...numberedTarget('action', params, request),
      force: query.force,
    }),
  );
}

/** The body; null members mean absent, as everywhere in queries. */
function checkedBody<Schema extends z.ZodType>(schema: Schema, { body }: FastifyRequest): z.output<Schema> {
  return asFilterErrors(() => checkShape(schema, withoutNulls(body)));
}
