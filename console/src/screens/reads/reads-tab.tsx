import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useEndpoint } from '../../data/endpoint-context.ts';
import { endpointQuery, LIST_POLL_MS } from '../../data/endpoints.ts';
import { useProject } from '../../data/projects.ts';
import { endpointUsageQuery } from '../../data/usage.ts';
import { formatBytes, formatCount } from '../../parts/format.ts';
import { Figure, Figures, TabBody } from '../../parts/page.tsx';
import { LookupPane } from './lookup-pane.tsx';
import { PropertiesPane } from './properties-pane.tsx';
import styles from './reads.module.css';

/** While a lookup is built, in ms. */
const BUILDING_POLL_MS = 1_000;

/** What a run of an endpoint reads that has to be computed: its lookup, and the properties with their columns. */
export default function ReadsTab(): ReactElement {
  const endpoint = useEndpoint();
  const project = useProject();
  const isBuilding = endpoint.lookup.state === 'building';
  useQuery({
    ...endpointQuery(project.id, endpoint.name),
    refetchInterval: isBuilding ? BUILDING_POLL_MS : LIST_POLL_MS,
  });
  return (
    <TabBody isPadded>
      <ReadFigures projectId={project.id} name={endpoint.name} />
      <LookupPane endpoint={endpoint} projectId={project.id} />
      <PropertiesPane properties={endpoint.read_properties} />
    </TabBody>
  );
}

function ReadFigures(props: { readonly projectId: number; readonly name: string }): ReactElement {
  const usage = useQuery(endpointUsageQuery(props.projectId, { name: props.name }, '7d')).data;
  const computed = usage?.served.direct ?? 0;
  const each = (total: number | undefined) => (computed === 0 ? null : (total ?? 0) / computed);
  return (
    <div className={styles.figures}>
      <Figures>
        <Figure name="Computed runs" value={formatCount(usage && computed)} note="in 7 days" />
        <Figure name="Rows read by each" value={formatCount(each(usage?.rowsRead))} note="on average" />
        <Figure name="Bytes read by each" value={formatBytes(each(usage?.bytesRead))} note="on average" />
      </Figures>
    </div>
  );
}
