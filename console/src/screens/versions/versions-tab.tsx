import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { useEndpoint } from '../../data/endpoint-context.ts';
import { versionsQuery } from '../../data/endpoints.ts';
import { useProject } from '../../data/projects.ts';
import type { EndpointVersion } from '../../data/shapes.ts';
import { StateMark } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Moment } from '../../parts/clock.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { TabBody } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import { useRefusal } from '../../session/permission.ts';
import { ComparePane } from './compare-pane.tsx';
import { tellVersion } from './compare-versions.ts';
import { RollBackDialog } from './roll-back-dialog.tsx';
import styles from './versions.module.css';

const IN_ADDRESS = { compare: '' };

/** Versions of an endpoint, what each changed, two of them compared, and the way back. */
export default function VersionsTab(): ReactElement {
  const project = useProject();
  const endpoint = useEndpoint();
  const [state, change] = useUrlState(IN_ADDRESS);
  const [back, setBack] = useState<EndpointVersion | null>(null);
  const versions = useQuery(versionsQuery(project.id, endpoint.name));
  const refusal = useRefusal('endpoint:write');
  return (
    <QueryView query={versions} what="The versions">
      {(rows) => {
        const [from, to] = chosen(state.compare, rows);
        const compare = (version: number) => {
          const before = rows.find((row) => row.version < version)?.version ?? version;
          change({ compare: `${before}..${version}` });
        };
        return (
          <TabBody>
            <div className={styles.list}>
              <DataTable
                label="Versions"
                columns={columnsOf({ rows, refusal, onBack: setBack })}
                rows={rows}
                keyOf={({ version }) => String(version)}
                onOpen={({ version }) => compare(version)}
                onKey={(key, { version }) => key === 'd' && compare(version)}
                toneOf={({ version }) => (version === to?.version ? 'open' : null)}
              />
            </div>
            {from && to && (
              <ComparePane
                rows={rows}
                from={from}
                to={to}
                onCompare={(first, second) => change({ compare: `${first}..${second}` })}
              />
            )}
            {back && <RollBackDialog endpoint={endpoint} version={back} onClose={() => setBack(null)} />}
          </TabBody>
        );
      }}
    </QueryView>
  );
}

/** The two versions of the address `2..3`; the current one and the one before without it. */
function chosen(
  compare: string,
  rows: readonly EndpointVersion[],
): readonly [EndpointVersion | undefined, EndpointVersion | undefined] {
  const [first, second] = compare.split('..').map(Number);
  const find = (number: number | undefined) => rows.find(({ version }) => version === number);
  return [find(first) ?? rows[1] ?? rows[0], find(second) ?? rows[0]];
}

function columnsOf(shown: {
  readonly rows: readonly EndpointVersion[];
  readonly refusal: string | null;
  readonly onBack: (version: EndpointVersion) => void;
}): readonly TableColumn<EndpointVersion>[] {
  const { rows, refusal, onBack } = shown;
  return [
    {
      id: 'version',
      head: 'Version',
      width: '136px',
      cell: ({ version, is_current }) => (
        <StateMark tone={is_current ? 'ok' : 'off'}>
          {version} {is_current && 'current'}
        </StateMark>
      ),
    },
    { id: 'at', head: 'Made', width: '128px', cell: ({ created_at }) => <Moment at={created_at} /> },
    { id: 'by', head: 'Key', width: 'minmax(120px, 1fr)', cell: ({ created_by }) => created_by.label },
    {
      id: 'change',
      head: 'Changed',
      width: 'minmax(200px, 3fr)',
      cell: (row) => tellVersion(row, rows[rows.indexOf(row) + 1]),
    },
    {
      id: 'back',
      head: '',
      width: '108px',
      cell: (row) =>
        row.is_current ? null : (
          <Button size="small" tone="quiet" icon="undo" unavailable={refusal} onPress={() => onBack(row)}>
            Roll back
          </Button>
        ),
    },
  ];
}
