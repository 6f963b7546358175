import type { ReactElement } from 'react';
import { useState } from 'react';
import type { RecentEvent } from '../../data/live-events.ts';
import { useProject } from '../../data/projects.ts';
import { useLiveEvents } from '../../data/recent-events.ts';
import { StateMark } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { PageBody, PageHead } from '../../parts/page.tsx';
import { NoPermission, Notice, ProblemPanel, Skeleton } from '../../parts/states.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import { hasScope } from '../../session/has-scope.ts';
import { useSessionKey } from '../../session/permission.ts';
import { useKeys } from '../../shell/single-keys.ts';
import { EventDrawer } from './event-drawer.tsx';
import styles from './live.module.css';
import { liveColumns } from './live-columns.tsx';
import { NothingYet } from './nothing-yet.tsx';

const IN_ADDRESS = { event: '', person: '', property: '' };

/** Events as they come in, from the memory of the service. */
export default function LiveScreen(): ReactElement {
  const project = useProject();
  const key = useSessionKey();
  const [state, change] = useUrlState(IN_ADDRESS);
  const [isPaused, setPaused] = useState(false);
  const [open, setOpen] = useState<RecentEvent | null>(null);
  const mayRead = hasScope(key, 'query:read');
  useKeys({ ' ': () => setPaused(!isPaused) });
  const filter = { event: state.event, distinctId: state.person, property: state.property };
  // A list that is read does not move.
  const live = useLiveEvents(project.id, filter, isPaused || open !== null || !mayRead);
  const isFiltered = Object.values(filter).some((text) => text !== '');
  return (
    <>
      <PageHead
        title="Live events"
        beside={
          <StateMark tone={isPaused ? 'off' : live.problem ? 'warn' : 'ok'}>
            {isPaused ? 'paused' : live.problem ? 'connection lost' : 'following'}
          </StateMark>
        }
        controls={
          <Button icon={isPaused ? 'play' : 'pause'} keys="Space" onPress={() => setPaused(!isPaused)}>
            {isPaused ? 'Follow' : 'Pause'}
          </Button>
        }
      />
      <PageBody>
        <Filters state={state} onChange={change} />
        {live.services > 1 && (
          <Notice>
            {live.services} services take events here; these are the ones of the service that answers you.
          </Notice>
        )}
        {live.problem && <ProblemPanel error={live.problem} what="No events come" />}
        {!mayRead && (
          <NoPermission scope="query:read" shows="Live events show what comes in, with its properties." />
        )}
        {mayRead && !live.isAnswered && <Skeleton rows={8} label="Live events" />}
        {live.isAnswered && live.events.length === 0 && !live.problem && (
          <NothingYet token={project.api_token} isFiltered={isFiltered} />
        )}
        {live.events.length > 0 && (
          <DataTable
            label="Live events"
            columns={liveColumns(live)}
            rows={live.events}
            rowHeight={28}
            keyOf={({ uuid }) => uuid}
            onOpen={setOpen}
            toneOf={({ warnings }) => (warnings.length > 0 ? 'warn' : null)}
          />
        )}
      </PageBody>
      {open && <EventDrawer event={open} onClose={() => setOpen(null)} onFilter={change} />}
    </>
  );
}

function Filters(props: {
  readonly state: typeof IN_ADDRESS;
  readonly onChange: (filter: Partial<typeof IN_ADDRESS>) => void;
}): ReactElement {
  const { state, onChange } = props;
  const { event, person, property } = state;
  return (
    <div className={styles.filters}>
      <TextField
        label="Event"
        value={event}
        onChange={(name) => onChange({ event: name })}
        placeholder="any event"
        isCode
      />
      <TextField
        label="Distinct id"
        value={person}
        onChange={(id) => onChange({ person: id })}
        placeholder="anybody"
        isCode
      />
      <TextField
        label="Property"
        value={property}
        onChange={(text) => onChange({ property: text })}
        placeholder="plan, or plan=team"
        isCode
      />
    </div>
  );
}
