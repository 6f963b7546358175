import { isAppError } from '../../base/errors.ts';
import { checkShape } from '../../schema/check-shape.ts';
import { endpointCreateSchema } from '../../schema/endpoint.ts';
import type { Caller } from '../caller.ts';
import { createEndpoint } from '../endpoints/create-endpoint.ts';
import type { EndpointServices } from '../endpoints/endpoint-services.ts';
import { DEMO_ENDPOINTS } from './demo-endpoints.ts';

/** Makes the endpoints of the demo. Those whose names are there are left alone. */
export async function createDemoEndpoints(services: EndpointServices, caller: Caller): Promise<void> {
  for (const { name, description, query } of DEMO_ENDPOINTS) {
    const request = checkShape(endpointCreateSchema, { name, description, query, tags: ['demo'] });
    await createOnce(services, caller, request);
  }
}

async function createOnce(...call: Parameters<typeof createEndpoint>): Promise<void> {
  try {
    await createEndpoint(...call);
  } catch (error) {
    if (!isAppError(error, 'name_taken')) throw error;
  }
}
