import { sql } from 'kysely';

/** Milliseconds since 1970 by the clock of the PostgreSQL server, because the clocks of services may differ. */
export const SERVER_NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
