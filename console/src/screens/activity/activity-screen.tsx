import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useState } from 'react';
import {
  ACTIVITY_PAGE,
  type ActivityEntry,
  type ActivitySubject,
  activityQuery,
} from '../../data/activity.ts';
import { useProject } from '../../data/projects.ts';
import { Badge } from '../../parts/badge.tsx';
import { Moment } from '../../parts/clock.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { PageBody, PageHead } from '../../parts/page.tsx';
import { Pages } from '../../parts/pages.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Select } from '../../parts/select.tsx';
import { Empty } from '../../parts/states.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import styles from './activity.module.css';
import { ChangeDrawer } from './change-drawer.tsx';
import { SUBJECT_WORDS, tellChange } from './tell-change.ts';

const IN_ADDRESS = { subject: '', page: '0' };

/** Who changed which definition of the project, and how. */
export default function ActivityScreen(): ReactElement {
  const project = useProject();
  const [state, change] = useUrlState(IN_ADDRESS);
  const [open, setOpen] = useState<ActivityEntry | null>(null);
  const subject = state.subject in SUBJECT_WORDS ? (state.subject as ActivitySubject) : '';
  const page = Math.max(0, Number.parseInt(state.page, 10) || 0);
  const activity = useQuery(activityQuery(project.id, { subject, page }));
  const subjects = Object.entries(SUBJECT_WORDS).map(([value, label]) => ({ value, label }));
  return (
    <>
      <PageHead
        title="Activity"
        controls={
          <Select
            isFilter
            label="Kind"
            choices={[{ value: '', label: 'All kinds' }, ...subjects]}
            value={subject}
            onChange={(value) => change({ subject: value, page: '0' })}
          />
        }
      />
      <PageBody>
        <QueryView
          query={activity}
          what="The activity"
          needs={{ scope: 'project:read', shows: 'Activity tells who changed which definition, and how.' }}
          empty={{
            when: ({ results }) => results.length === 0,
            show: <NothingChanged />,
          }}
        >
          {({ count, results }) => (
            <>
              <DataTable
                label="Activity"
                columns={columnsOf(project.id)}
                rows={results}
                keyOf={({ id }) => id}
                onOpen={setOpen}
                toneOf={({ id }) => (id === open?.id ? 'open' : null)}
              />
              <Pages
                page={page}
                size={ACTIVITY_PAGE}
                count={count}
                onPage={(next) => change({ page: String(next) }, true)}
              />
            </>
          )}
        </QueryView>
      </PageBody>
      {open && <ChangeDrawer entry={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function NothingChanged(): ReactElement {
  return (
    <Empty title="Nothing was changed yet">
      Each change of an endpoint, an action, a key or the project is listed here with who made it and what
      differs.
    </Empty>
  );
}

const columnsOf = (projectId: number): readonly TableColumn<ActivityEntry>[] => [
  { id: 'at', head: 'When', width: '128px', cell: ({ at }) => <Moment at={at} /> },
  { id: 'actor', head: 'Key', width: 'minmax(120px, 1fr)', cell: ({ actor }) => actor.label },
  { id: 'activity', head: 'What', width: '104px', cell: ({ activity }) => <Badge>{activity}</Badge> },
  { id: 'kind', head: 'Kind', width: '128px', cell: ({ subject }) => SUBJECT_WORDS[subject] },
  {
    id: 'subject',
    head: 'Name',
    width: 'minmax(160px, 1.6fr)',
    cell: (entry) => <Subject projectId={projectId} entry={entry} />,
  },
  {
    id: 'changes',
    head: 'Changes',
    width: 'minmax(240px, 3fr)',
    cell: (entry) => <span className={styles.changes}>{tellChange(entry)}</span>,
  },
];

/** The thing by its name; an endpoint that is there is a link. */
function Subject({
  projectId,
  entry,
}: {
  readonly projectId: number;
  readonly entry: ActivityEntry;
}): ReactElement {
  if (entry.subject !== 'endpoint' || entry.activity === 'deleted')
    return <span className={styles.name}>{entry.subject_name}</span>;
  return <Link to={`/${projectId}/endpoints/${entry.subject_name}` as never}>{entry.subject_name}</Link>;
}
