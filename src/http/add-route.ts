import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify';
import { z } from 'zod';
import { checkShape } from '../schema/check-shape.ts';
import type { Operation } from './operations/operation.ts';

type Handler<Route extends RouteGenericInterface> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  Route
>;

/** What a route needs beyond its operation. */
interface RouteSettings<Route extends RouteGenericInterface> {
  /** Largest body in bytes, when it differs from that of the server. */
  readonly bodyLimit?: number;
  /** The body is a stream that may take long; the handler limits it. */
  readonly hasLongBody?: true;
  /** Looks at the request before its body is read. */
  readonly onRequest?: onRequestHookHandler<
    RawServerDefault,
    RawRequestDefaultExpression,
    RawReplyDefaultExpression,
    Route
  >;
}

/**
 * Registers the route of an operation: method, path and access are those of the table, so that what is documented is
 * what is served.
 */
export function addRoute<Route extends RouteGenericInterface = RouteGenericInterface>(
  server: FastifyInstance,
  { method, path, access, query }: Operation,
  handler: Handler<Route>,
  { hasLongBody, ...options }: RouteSettings<Route> = {},
): void {
  // Clients of open routes add what they like: SDKs their version, browsers and probes what passes caches.
  const isStrict = query === undefined && access !== 'open';
  server.route<Route>({
    method,
    url: routerPath(path),
    ...options,
    ...(isStrict && { preValidation: refuseQueryString }),
    config: { access, ...(hasLongBody && { hasLongBody }) },
    handler,
  });
}

const noQueryString = z.strictObject({});

/** @throws unknown_member naming the first member of the query string, where none has a meaning */
async function refuseQueryString({ query }: FastifyRequest): Promise<void> {
  checkShape(noQueryString, query);
}

/** `/projects/{id}` → `/projects/:id` */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
