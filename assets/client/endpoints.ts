// What `sluice generate ts` writes above `runtime.ts`, for two endpoints: the runtime is checked against it.

export interface Endpoints {
  readonly 'usage-by-day': {
    readonly variables: { readonly organization: string; readonly from?: string };
    readonly row: { readonly day: string; readonly events: number };
  };
  readonly signups: {
    readonly variables: { readonly date_from?: string | null };
    readonly results: readonly { readonly label: string; readonly data: readonly number[] | null }[];
  };
}

export type ErrorCode = 'not_found' | 'throttled' | 'token_expired';

export const INT64: 'number' | 'string' = 'number';

/** The endpoints that answer rows. */
export const TABLES: readonly string[] = ['usage-by-day'];
