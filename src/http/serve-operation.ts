import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkShape } from '../schema/check-shape.ts';
import { type Page, paging } from '../schema/page.ts';
import type { Caller } from '../services/caller.ts';
import type { Principal } from '../services/catalog/principal.ts';
import { abortWhenGone } from './abort-when-gone.ts';
import { addRoute } from './add-route.ts';
import { listBody } from './list-body.ts';
import type { Operation } from './operations/operation.ts';
import { callerOf, principalOf, projectIdOf } from './plugins/access.ts';
import { sendJson } from './send-json.ts';

type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type BodyOf<Of extends Operation> = Of extends { body: { checkedAs: infer Schema } }
  ? Checked<Schema>
  : Of extends { body: { schema: infer Schema } }
    ? Checked<Schema>
    : undefined;

/** A call of an operation: what the schemas of the operation have let through, and who calls. */
export interface OperationCall<Of extends Operation> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Parameters of the path as they came. */
  readonly params: Readonly<Record<keyof Of['params'], string>>;
  readonly query: Of extends { query: infer Schema } ? Checked<Schema> : undefined;
  /** Checked when it is asked for. */
  readonly body: BodyOf<Of>;
  /** Of an operation below a project. */
  readonly projectId: number;
  readonly caller: Caller;
  /** Of an operation that is not open. */
  readonly principal: Principal;
}

/**
 * Registers an operation whose answer is JSON: what `work` returns is sent with the status that the operation
 * documents, its `revision` as ETag where that is documented; undefined is sent as no body.
 */
export function serveOperation<Of extends Operation>(
  server: FastifyInstance,
  operation: Of,
  work: (call: OperationCall<Of>) => Promise<unknown>,
): void {
  const [[status, { headers = [] }] = ['200', {}]] = Object.entries(operation.answers);
  const hasETag = headers.includes('ETag');
  addRoute(server, operation, async (request, reply) => {
    const value = await work(callOf(operation, request, reply));
    if (value === undefined) return reply.code(Number(status)).send();
    if (hasETag && isRevised(value)) void reply.header('etag', `"${value.revision}"`);
    return sendJson(reply, Number(status), value);
  });
}

function isRevised(value: unknown): value is { readonly revision: number } {
  return typeof value === 'object' && value !== null && 'revision' in value;
}

const pagingPart = z.object(paging);

/** Registers an operation that answers a page of a list. */
export function serveList<Of extends Operation>(
  server: FastifyInstance,
  operation: Of,
  list: (call: OperationCall<Of>) => Promise<Page<unknown>>,
): void {
  serveOperation(server, operation, async (call) =>
    listBody(call.request, await list(call), checkShape(pagingPart, call.request.query)),
  );
}

function callOf<Of extends Operation>(
  { query, body }: Of,
  request: FastifyRequest,
  reply: FastifyReply,
): OperationCall<Of> {
  const bodySchema = body?.checkedAs ?? body?.schema;
  const call = {
    request,
    reply,
    params: request.params,
    query: query && checkShape(query, request.query),
    get body() {
      return bodySchema && checkShape(bodySchema, body?.required ? request.body : (request.body ?? {}));
    },
    get projectId() {
      return projectIdOf(request);
    },
    get caller() {
      return { ...callerOf(request), signal: () => abortWhenGone(reply).signal };
    },
    get principal() {
      return principalOf(request);
    },
  };
  // Border: each member has passed the schema that its type is made of.
  return call as OperationCall<Of>;
}
