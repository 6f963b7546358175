import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Deletions of events that are found first. What an earlier build has begun to delete before a time goes on as one. */
export const eventDeletions: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`create table event_deletions (
      id text primary key,
      project_id integer not null references projects,
      replica text not null,
      state text not null,
      source text,
      total bigint,
      done_month integer not null,
      deleted bigint not null,
      error text,
      created_at_ms bigint not null,
      updated_at_ms bigint not null
    )`.execute(db);
    await sql`create index event_deletions_by_project on event_deletions (project_id, created_at_ms)`.execute(
      db,
    );
    const { rows } = await sql<Begun>`select id, events from deletions`.execute(db);
    for (const { id, events } of rows) {
      const { kind, beforeUs } = JSON.parse(events);
      if (kind !== 'before') continue;
      const source = JSON.stringify({ kind: 'bounds', bounds: { before: Math.ceil(beforeUs / 1000) } });
      await sql`insert into event_deletions
        select id, project_id, replica, 'running', ${source}, null, 0, 0, null, created_at_ms, created_at_ms
        from deletions where id = ${id}`.execute(db);
      await sql`delete from deletions where id = ${id}`.execute(db);
    }
  },
};

interface Begun {
  readonly id: string;
  readonly events: string;
}
