import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { endpointsQuery } from '../../data/endpoints.ts';
import { useProject } from '../../data/projects.ts';
import { type LogEntry, projectLogQuery } from '../../data/run-log.ts';
import { projectUsageQuery, type RangeName } from '../../data/usage.ts';
import { Button } from '../../parts/button.tsx';
import { PageBody, PageHead } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Select } from '../../parts/select.tsx';
import { Empty } from '../../parts/states.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import { hasScope } from '../../session/has-scope.ts';
import { useSessionKey } from '../../session/permission.ts';
import { filterOf, RUNS_IN_ADDRESS, RunControls } from './run-controls.tsx';
import { RunDrawer } from './run-drawer.tsx';
import { RunFigures } from './run-figures.tsx';
import { RunTable } from './run-table.tsx';
import styles from './runs.module.css';

const IN_ADDRESS = { ...RUNS_IN_ADDRESS, endpoint: '', cursor: '' };

/** Runs of all endpoints of a project, newest first, with how many, how fast and from where. */
export default function RunsScreen(): ReactElement {
  const project = useProject();
  const mayRead = hasScope(useSessionKey(), 'endpoint:read');
  const [state, change] = useUrlState(IN_ADDRESS);
  const [isLive, setLive] = useState(false);
  const [open, setOpen] = useState<LogEntry | null>(null);
  const filter = { ...filterOf(state), endpoint: state.endpoint, cursor: state.cursor };
  // A list that is read does not move below what is open.
  const isFollowed = isLive && open === null;
  const log = useQuery({ ...projectLogQuery(project.id, filter, isFollowed), enabled: mayRead });
  const endpoints = useQuery({ ...endpointsQuery(project.id), enabled: mayRead });
  const chosen = endpoints.data?.find(({ name }) => name === state.endpoint);
  // Another filter begins with the newest.
  const narrow = (next: Partial<typeof IN_ADDRESS>) => change({ ...next, cursor: '' });
  return (
    <>
      <PageHead title="Runs" apiCall={`/api/projects/${project.id}/runs`} />
      <PageBody>
        <RunControls
          state={state}
          change={narrow}
          isLive={isLive}
          setLive={setLive}
          versions={chosen?.versions_count ?? null}
          entries={log.data?.entries}
        >
          <EndpointFilter
            names={(endpoints.data ?? []).map(({ name }) => name)}
            value={state.endpoint}
            onChange={(endpoint) => narrow({ endpoint, version: '' })}
          />
        </RunControls>
        {mayRead && <ProjectFigures projectId={project.id} endpoint={state.endpoint} range={filter.range} />}
        <QueryView
          query={log}
          what="The runs"
          needs={{
            scope: 'endpoint:read',
            shows: 'Runs tell who was answered what, from where and how fast.',
          }}
          empty={{ when: ({ entries, older }) => entries.length === 0 && older === null, show: <NoRuns /> }}
        >
          {({ entries, older }) => (
            <>
              <RunTable project={project.id} rows={entries} open={open} onOpen={setOpen} />
              <Pages
                isNewest={state.cursor === ''}
                older={older}
                onPage={(cursor) => change({ cursor }, true)}
              />
            </>
          )}
        </QueryView>
        {open && <RunDrawer entry={open} onClose={() => setOpen(null)} />}
      </PageBody>
    </>
  );
}

function EndpointFilter(props: {
  readonly names: readonly string[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}): ReactElement {
  return (
    <Select
      isFilter
      label="Endpoint"
      choices={[
        { value: '', label: 'All endpoints' },
        ...props.names.map((name) => ({ value: name, label: name })),
      ]}
      value={props.value}
      onChange={props.onChange}
    />
  );
}

/** Figures of all endpoints together, or of the one that is chosen, in whole hours. */
function ProjectFigures(props: {
  readonly projectId: number;
  readonly endpoint: string;
  readonly range: RangeName;
}): ReactElement {
  const usage = useQuery(projectUsageQuery(props.projectId, props.range));
  return (
    <div className={styles.above}>
      <QueryView query={usage} what="The figures">
        {({ totals, endpoints }) => (
          <RunFigures usage={props.endpoint === '' ? totals : (endpoints.get(props.endpoint) ?? totals)} />
        )}
      </QueryView>
    </div>
  );
}

function Pages(props: {
  readonly isNewest: boolean;
  readonly older: string | null;
  readonly onPage: (cursor: string) => void;
}): ReactElement | null {
  const { isNewest, older, onPage } = props;
  if (isNewest && older === null) return null;
  return (
    <nav className={styles.pages} aria-label="Pages of runs">
      <Button size="small" unavailable={isNewest ? 'These are the newest' : null} onPress={() => onPage('')}>
        Newest
      </Button>
      <Button
        size="small"
        unavailable={older === null ? 'These are the oldest' : null}
        onPress={() => onPage(older ?? '')}
      >
        Older
      </Button>
    </nav>
  );
}

function NoRuns(): ReactElement {
  return (
    <Empty title="No run of this kind">
      Each call of an endpoint is listed here within seconds, with its source, its time and what it read.
      Choose a longer range, or call an endpoint from its playground.
    </Empty>
  );
}
