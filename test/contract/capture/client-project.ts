import type { TestProject } from '../../fixtures/start-service.ts';
import { makeProject } from '../../http/operation-calls.ts';

/** A project of its own for one client, asked through endpoints only. */
export interface ClientProject {
  readonly token: string;
  /** Rows of a SQL endpoint, over everything that was accepted so far. */
  select(query: string): Promise<readonly (readonly unknown[])[]>;
  /** Totals of a trends endpoint, one for each series. */
  totals(series: readonly object[]): Promise<readonly number[]>;
}

/** Makes a project and lets the service write what it has accepted before each question. */
export async function makeClientProject(service: TestProject): Promise<ClientProject> {
  const { id, api_token: token } = await makeProject(service);
  const other = await makeProject(service);
  let endpoints = 0;

  const run = async (query: object) => {
    // Waits for an event of another project: the writer keeps the order in which events were accepted.
    const marker = { api_key: other.api_token, batch: [{ event: 'marker', distinct_id: 'marker' }] };
    const marked = await service.call('POST', '/batch?wait=true', { key: null, body: marker });
    if (marked.status !== 200) throw new Error(marked.text);
    endpoints += 1;
    const name = `question-${endpoints}`;
    const made = await service.call('POST', `/api/projects/${id}/endpoints`, { body: { name, query } });
    if (made.status !== 201) throw new Error(made.text);
    const answer = await service.call('POST', `/api/projects/${id}/endpoints/${name}/run`, { body: {} });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.results;
  };

  return {
    token,
    select: (query) => run({ kind: 'HogQLQuery', query }),
    totals: async (series) => {
      const nodes = series.map((node) => ({ kind: 'EventsNode', ...node }));
      const results = await run({
        kind: 'TrendsQuery',
        series: nodes,
        dateRange: { date_from: 'all' },
        trendsFilter: { display: 'BoldNumber' },
      });
      return results.map(({ aggregated_value }: { aggregated_value: number }) => aggregated_value);
    },
  };
}
