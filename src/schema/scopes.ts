/** What a key may do. `*` is all of them, and who may read endpoints may run them. */
export const SCOPES = [
  'endpoint:run',
  'endpoint:read',
  'endpoint:write',
  'query:read',
  'token:write',
  'event:write',
  'event:delete',
  'project:read',
  'project:write',
  'key:write',
  '*',
] as const;

export type Scope = (typeof SCOPES)[number];
