import type { FastifyRequest } from 'fastify';
import type { EndpointCaller } from '../services/endpoints/endpoint-services.ts';
import { principalOf, projectIdOf } from './plugins/access.ts';

/** Whose endpoints or actions a request is about, and the key that stands as author of what it changes. */
export function endpointCaller(request: FastifyRequest): EndpointCaller {
  const { keyId, label } = principalOf(request);
  return { projectId: projectIdOf(request), author: { keyId, label } };
}
