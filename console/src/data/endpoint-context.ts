import { createContext, useContext } from 'react';
import type { ShownEndpoint } from './shapes.ts';

/** Set by the frame of an endpoint. */
export const EndpointContext = createContext<ShownEndpoint | null>(null);

/** The endpoint on the screen, as its current version; read again every 15 s. */
export function useEndpoint(): ShownEndpoint {
  const endpoint = useContext(EndpointContext);
  if (endpoint === null) throw new Error('This tab stands in no endpoint');
  return endpoint;
}
