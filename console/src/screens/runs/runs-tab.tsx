import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { useEndpoint } from '../../data/endpoint-context.ts';
import { useProject } from '../../data/projects.ts';
import { type LogEntry, runLogQuery } from '../../data/run-log.ts';
import { endpointUsageQuery, errorCodesQuery } from '../../data/usage.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { TabBody } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Empty } from '../../parts/states.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import { filterOf, RUNS_IN_ADDRESS, RunControls } from './run-controls.tsx';
import { RunDrawer } from './run-drawer.tsx';
import { ErrorCodes, RunFigures } from './run-figures.tsx';
import { RunTable } from './run-table.tsx';
import styles from './runs.module.css';

/** Runs of an endpoint: how many, how fast, from where, and each of the newest with all that is kept of it. */
export default function RunsTab(): ReactElement {
  const project = useProject();
  const endpoint = useEndpoint();
  const [state, change] = useUrlState(RUNS_IN_ADDRESS);
  const [isLive, setLive] = useState(false);
  const [open, setOpen] = useState<LogEntry | null>(null);
  const filter = filterOf(state);
  const usage = useQuery(endpointUsageQuery(project.id, endpoint, filter.range));
  const codes = useQuery(errorCodesQuery(project.id, endpoint.name, filter.range));
  // A list that is read does not move below what is open.
  const log = useQuery(runLogQuery(project.id, endpoint.name, filter, isLive && open === null));
  return (
    <TabBody>
      <RunControls
        state={state}
        change={change}
        isLive={isLive}
        setLive={setLive}
        versions={endpoint.versions_count}
        entries={log.data}
      />
      <div className={styles.above}>
        <QueryView query={usage} what="The figures">
          {(figures) => <RunFigures usage={figures} />}
        </QueryView>
        <ErrorCodes errors={codes.data ?? []} onPick={(code) => change({ only: 'errors', q: code })} />
      </div>
      <QueryView
        query={log}
        what="The runs"
        empty={{ when: (rows) => rows.length === 0, show: <NoRuns path={endpoint.endpoint_path} /> }}
      >
        {(rows) => <RunTable rows={rows} open={open} onOpen={setOpen} />}
      </QueryView>
      {open && <RunDrawer entry={open} onClose={() => setOpen(null)} />}
    </TabBody>
  );
}

function NoRuns({ path }: { readonly path: string }): ReactElement {
  const code = `curl -s -X POST ${location.origin}${path} \\
  -H "Authorization: Bearer $SLUICE_KEY" -H 'Content-Type: application/json' -d '{}'`;
  return (
    <Empty title="No run of this kind" example={<CodeBlock label="Copy the curl command" code={code} />}>
      Each call is listed here within seconds, with its source, its time and what it read. Values are not
      kept.
    </Empty>
  );
}
