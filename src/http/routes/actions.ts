import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../base/errors.ts';
import {
  type Action,
  actionChangeSchema,
  actionCreateSchema,
  actionRemovalSchema,
} from '../../schema/action.ts';
import { checkShape } from '../../schema/check-shape.ts';
import { changeOptionsSchema } from '../../schema/endpoint-parameters.ts';
import { pagingSchema } from '../../schema/page.ts';
import { asFilterErrors } from '../../schema/property-filter.ts';
import { withoutNulls } from '../../schema/without-nulls.ts';
import type { ActionServices, ActionTarget } from '../../services/actions/action-services.ts';
import { changeAction } from '../../services/actions/change-action.ts';
import { createAction } from '../../services/actions/create-action.ts';
import { getAction, listActions } from '../../services/actions/get-action.ts';
import { removeAction } from '../../services/actions/remove-action.ts';
import { addRoute } from '../add-route.ts';
import { demandedRevisions } from '../if-match.ts';
import { listBody } from '../list-body.ts';
import { actionOperations } from '../operations/action-operations.ts';
import { callerOf, projectIdOf } from '../plugins/access.ts';
import { sendJson } from '../send-json.ts';

interface WithId {
  Params: { id: string };
}

/** Actions, the stored filters that ActionsNodes name: list, create, get, change, delete. */
export function registerActionRoutes(server: FastifyInstance, services: ActionServices): void {
  addRoute(server, actionOperations.list, async (request, reply) => {
    const paging = checkShape(pagingSchema, request.query);
    const page = await listActions(services, projectIdOf(request), paging);
    return sendJson(reply, 200, listBody(request, page, paging));
  });

  addRoute(server, actionOperations.create, async (request, reply) => {
    const body = checkedBody(actionCreateSchema, request);
    return sendAction(reply, 201, await createAction(services, callerOf(request), body));
  });

  addRoute<WithId>(server, actionOperations.get, async (request, reply) =>
    sendAction(reply, 200, await getAction(services, projectIdOf(request), idOf(request))),
  );

  addRoute<WithId>(server, actionOperations.change, async (request, reply) => {
    const target = targetOf(request);
    const body = checkedBody(actionChangeSchema, request);
    const { allow_breaking: allowBreaking } = checkShape(changeOptionsSchema, request.query);
    const change = { ...target, allowBreaking };
    return sendAction(reply, 200, await changeAction(services, callerOf(request), change, body));
  });

  addRoute<WithId>(server, actionOperations.remove, async (request, reply) => {
    const { force } = checkShape(actionRemovalSchema, request.query);
    await removeAction(services, callerOf(request), { ...targetOf(request), force });
    return reply.code(204).send();
  });
}

/** The body; null members mean absent, as everywhere in queries. */
function checkedBody<Schema extends z.ZodType>(schema: Schema, { body }: FastifyRequest): z.output<Schema> {
  return asFilterErrors(() => checkShape(schema, withoutNulls(body)));
}

function targetOf(request: FastifyRequest<WithId>): ActionTarget {
  return { id: idOf(request), ifRevisions: demandedRevisions(request) };
}

/** The id in the path. @throws AppError not_found when it is no number */
function idOf({ params }: FastifyRequest<WithId>): number {
  if (/^[1-9]\d{0,8}$/.test(params.id)) return Number(params.id);
  throw new AppError('not_found', `There is no action "${params.id}".`);
}

/** Answers an action with its revision as ETag. */
function sendAction(reply: FastifyReply, status: number, action: Action): FastifyReply {
  void reply.header('etag', `"${action.revision}"`);
  return sendJson(reply, status, action);
}
