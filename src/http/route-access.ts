import type { Scope } from '../schema/scopes.ts';

/**
 * Who may call a route: everybody (which includes routes that check a token of their own), any key, itself
 * or by a session of the console (`any-key`) or itself alone (`personal-key`), or a key with the scope, or with one of
 * the scopes, itself or by a session.
 */
export type RouteAccess = 'open' | 'any-key' | 'personal-key' | Scope | readonly [Scope, Scope];
