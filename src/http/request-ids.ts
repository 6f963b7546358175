import type { IncomingMessage } from 'node:http';
import { requestIdSource } from '../base/ids.ts';

/** Ids of callers that are taken over as they are. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives each request its id: its own header, else a new one. */
export function requestIds(): (request: IncomingMessage) => string {
  const newRequestId = requestIdSource();
  return ({ headers }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId();
  };
}
