import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { endpointQuery } from '../../data/endpoints.ts';
import { eventsQuery } from '../../data/names.ts';
import { useProject } from '../../data/projects.ts';
import { type InsightKind, kindOf, QUERY_KINDS, type ShownEndpoint } from '../../data/shapes.ts';
import { draftOfInsight, InsightBench, queryOfDraft } from '../../insight/insight-bench.tsx';
import { firstQuery, insightOf } from '../../insight/insight-query.ts';
import { templateOf } from '../../insight/templates.ts';
import { Skeleton } from '../../parts/states.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { exampleQuery } from '../../workbench/example-query.ts';
import { NewEndpointFrame } from '../../workbench/new-endpoint-frame.tsx';
import { NewSqlFrame } from '../../workbench/new-sql-frame.tsx';
import { draftOf, type SqlDraft } from '../../workbench/sql-draft.ts';

interface InAddress {
  readonly kind?: string;
  readonly from?: string;
  readonly template?: string;
}

/** A query to begin with, in place of the first one of its kind. */
interface Beginning {
  readonly name: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly variables?: ShownEndpoint['variables'];
}

/**
 * A new endpoint: `?kind=` says of which kind, `?from=` of which endpoint it is a copy, `?template=` which question it
 * begins with.
 */
export default function NewEndpointScreen() {
  const project = useProject();
  const search = useSearch({ strict: false }) as InAddress;
  const source = useQuery({
    ...endpointQuery(project.id, search.from ?? ''),
    enabled: search.from !== undefined,
  });
  const events = useQuery(eventsQuery(project.id));
  const isReady = !events.isPending && (search.from === undefined || !source.isPending);
  if (!isReady) return <Skeleton rows={8} label="The new endpoint" />;
  const busiest = events.data?.names[0]?.name ?? null;
  const template = templateOf(search.template);
  const from: Beginning | null =
    source.data ??
    (template && { name: template.name, query: template.query(events.data?.names ?? []) }) ??
    null;
  const kind =
    from === null
      ? (QUERY_KINDS.find((one) => one.kind === search.kind)?.kind ?? 'HogQLQuery')
      : kindOf(from.query);
  if (kind === 'HogQLQuery') return <NewSql from={from} busiest={busiest} />;
  return <NewInsight kind={kind as InsightKind} from={from} busiest={busiest} />;
}

interface NewProps {
  readonly from: Beginning | null;
  readonly busiest: string | null;
}

function NewSql({ from, busiest }: NewProps) {
  const project = useProject();
  const kept = useDraft<SqlDraft>(`${project.id}:new:HogQLQuery`);
  const first =
    from === null
      ? { query: exampleQuery(busiest), declarations: {}, values: {} }
      : draftOf(from.query, from.variables ?? {});
  const [draft, setDraft] = useState(from === null ? (kept.found?.value ?? first) : first);
  const take = (next: SqlDraft) => {
    setDraft(next);
    kept.keep(next, null);
  };
  return (
    <NewSqlFrame
      title="New endpoint"
      draft={draft}
      onDraft={take}
      proposed={from?.name ?? 'new-endpoint'}
      isForSaving
      onSaved={kept.discard}
    />
  );
}

function NewInsight({ kind, from, busiest }: NewProps & { readonly kind: InsightKind }) {
  const project = useProject();
  const kept = useDraft<{ readonly text: string }>(`${project.id}:new:${kind}`);
  const first = draftOfInsight(from === null ? firstQuery(kind, busiest) : insightOf(from.query));
  const [draft, setDraft] = useState(from === null ? (kept.found?.value ?? first) : first);
  const take = (next: { readonly text: string }) => {
    setDraft(next);
    kept.keep(next, null);
  };
  return (
    <NewEndpointFrame
      title="New endpoint"
      saved={{ query: queryOfDraft(draft) ?? {} }}
      proposed={from?.name ?? 'new-endpoint'}
      isForSaving
      onSaved={kept.discard}
    >
      {() => <InsightBench projectId={project.id} endpoint={null} draft={draft} onDraft={take} />}
    </NewEndpointFrame>
  );
}
