import type { Scope } from '../schema/scopes.ts';

/**
 * Who may call a route: everybody (which includes routes that check a token of their own), any key, or a key with the
 * scope, or with one of the scopes.
 */
export type RouteAccess = 'open' | 'any-key' | Scope | readonly [Scope, Scope];
