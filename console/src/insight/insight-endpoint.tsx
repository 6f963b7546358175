import { useState } from 'react';
import type { QueryChange } from '../data/ad-hoc.ts';
import type { ShownEndpoint } from '../data/shapes.ts';
import { EndpointDraft } from '../workbench/endpoint-draft.tsx';
import { draftOfInsight, InsightBench, type InsightDraft, queryOfDraft } from './insight-bench.tsx';
import { insightOf } from './insight-query.ts';

interface InsightEndpointProps {
  readonly projectId: number;
  readonly endpoint: ShownEndpoint;
}

/** The insight of an endpoint: builder, preview, saving. */
export function InsightEndpoint({ projectId, endpoint }: InsightEndpointProps) {
  const [change, setChange] = useState<QueryChange | null>(null);
  const stored = draftOfInsight(insightOf(endpoint.query as Readonly<Record<string, unknown>>));
  return (
    <EndpointDraft
      projectId={projectId}
      endpoint={endpoint}
      stored={stored}
      savedOf={(draft) => ({ query: queryOfDraft(draft) ?? {} })}
      textOf={({ text }) => text}
      language="json"
      isChanged={isChanged}
      followed={(next) => next}
      change={change}
    >
      {(draft, setDraft) => (
        <InsightBench
          projectId={projectId}
          endpoint={endpoint.name}
          draft={draft}
          onDraft={setDraft}
          onChange={setChange}
        />
      )}
    </EndpointDraft>
  );
}

function isChanged(draft: InsightDraft, from: InsightDraft): boolean {
  return JSON.stringify(queryOfDraft(draft)) !== JSON.stringify(queryOfDraft(from));
}
