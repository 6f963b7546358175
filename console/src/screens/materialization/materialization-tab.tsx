import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useEndpoint } from '../../data/endpoint-context.ts';
import { changeEndpoint } from '../../data/endpoints.ts';
import {
  buildNow,
  buildsQuery,
  type MaterializationStatus,
  materializationQuery,
} from '../../data/materialization.ts';
import { useProject } from '../../data/projects.ts';
import { Button } from '../../parts/button.tsx';
import { Switch } from '../../parts/choose.tsx';
import { TabBody } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Select } from '../../parts/select.tsx';
import { Empty, Notice, ProblemLine } from '../../parts/states.tsx';
import { useRefusal } from '../../session/permission.ts';
import { BuildStrip } from './build-strip.tsx';
import { BuildTable } from './build-table.tsx';
import styles from './materialization.module.css';
import { SnapshotFacts } from './snapshot-facts.tsx';

const FREQUENCIES = [
  { value: '15min', label: 'every 15 minutes' },
  { value: '30min', label: 'every 30 minutes' },
  { value: '1hour', label: 'every hour' },
  { value: '6hour', label: 'every 6 hours' },
  { value: '12hour', label: 'every 12 hours' },
  { value: '24hour', label: 'every day' },
  { value: '7day', label: 'every week' },
] as const;

type Frequency = (typeof FREQUENCIES)[number]['value'];

interface Change {
  readonly is_materialized?: boolean;
  readonly sync_frequency?: Frequency;
}

/** Whether answers are computed ahead, how often, and how each build ended. */
export default function MaterializationTab(): ReactElement {
  const project = useProject();
  const endpoint = useEndpoint();
  const client = useQueryClient();
  const refusal = useRefusal('endpoint:write');
  const status = useQuery(materializationQuery(project.id, endpoint.name));
  const builds = useQuery(buildsQuery(project.id, endpoint.name));
  const refresh = () => client.invalidateQueries({ queryKey: ['project', project.id] });
  const change = useMutation({
    mutationFn: (next: Change) => changeEndpoint(project.id, endpoint.name, next),
    onSettled: refresh,
  });
  const build = useMutation({
    mutationFn: () => buildNow(project.id, endpoint.name),
    onSettled: refresh,
  });
  return (
    <QueryView query={status} what="The materialization">
      {(data) => (
        <TabBody>
          <Controls
            status={data}
            refusal={refusal}
            isBuilding={build.isPending}
            onChange={change.mutate}
            onBuild={() => build.mutate()}
          />
          <ProblemLine error={change.error ?? build.error} />
          <Snapshot status={data} />
          <QueryView
            query={builds}
            what="The builds"
            empty={{ when: (rows) => rows.length === 0, show: <NoBuild status={data} /> }}
          >
            {(rows) => (
              <>
                <BuildStrip builds={rows} />
                <BuildTable builds={rows} />
              </>
            )}
          </QueryView>
        </TabBody>
      )}
    </QueryView>
  );
}

function Controls(props: {
  readonly status: MaterializationStatus;
  readonly refusal: string | null;
  readonly isBuilding: boolean;
  readonly onChange: (change: Change) => void;
  readonly onBuild: () => void;
}): ReactElement {
  const { status, refusal, isBuilding, onChange, onBuild } = props;
  return (
    <div className={styles.controls}>
      <Switch
        isSelected={status.is_materialized}
        isDisabled={refusal !== null || (!status.materializable && !status.is_materialized)}
        onChange={(is_materialized) => onChange({ is_materialized })}
      >
        {status.is_materialized ? 'Computed ahead' : 'Computed when it is asked'}
      </Switch>
      <Select
        label="How often"
        hidesLabel
        choices={FREQUENCIES}
        value={status.sync_frequency as Frequency}
        isDisabled={refusal !== null || !status.is_materialized}
        onChange={(sync_frequency) => onChange({ sync_frequency })}
      />
      <Button
        onPress={onBuild}
        isPending={isBuilding}
        unavailable={refusal ?? (status.is_materialized ? null : 'Switch it on first')}
      >
        Build now
      </Button>
    </div>
  );
}

function Snapshot({ status }: { readonly status: MaterializationStatus }): ReactElement {
  if (!status.materializable)
    return (
      <Notice tone="warn">
        It cannot be computed ahead: {status.reason} A longer cache age in its settings makes repeated calls
        as cheap.
      </Notice>
    );
  return (
    <>
      {status.verified === false && (
        <Notice tone="danger">
          The last snapshot differs from a direct answer. After two such comparisons runs are computed
          directly until a build agrees.
        </Notice>
      )}
      {status.last_error !== null && (
        <Notice tone="danger">The last build failed: {status.last_error}</Notice>
      )}
      <SnapshotFacts status={status} />
    </>
  );
}

function NoBuild({ status }: { readonly status: MaterializationStatus }): ReactElement {
  return (
    <Empty title="No build yet">
      {status.is_materialized
        ? 'The first build begins within seconds; until it has ended, runs are computed directly.'
        : 'Switched on, the answer is computed on a schedule, compared with a direct one and kept in object storage, so that calls without variables or filters read no events.'}
    </Empty>
  );
}
