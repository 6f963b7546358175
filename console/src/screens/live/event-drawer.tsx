import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { RecentEvent } from '../../data/live-events.ts';
import { useProject } from '../../data/projects.ts';
import { Button } from '../../parts/button.tsx';
import { Moment } from '../../parts/clock.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Fact, Facts } from '../../parts/facts.tsx';
import styles from './live.module.css';

/** One event whole. */
export function EventDrawer(props: {
  readonly event: RecentEvent;
  readonly onClose: () => void;
  readonly onFilter: (filter: { readonly event?: string; readonly person?: string }) => void;
}): ReactElement {
  const { event, onClose, onFilter } = props;
  const project = useProject();
  const filter = (change: { readonly event?: string; readonly person?: string }) => () => {
    onFilter(change);
    onClose();
  };
  return (
    <Dialog title={event.event} isOpen isDrawer onClose={onClose}>
      <Facts>
        <Fact name="Happened">
          <Moment at={event.timestamp} />
        </Fact>
        <Fact name="Received">
          <Moment at={event.received_at} />
        </Fact>
        <Fact name="Distinct id">
          <Link to={`/${project.id}/persons/${encodeURIComponent(event.distinct_id)}` as never}>
            {event.distinct_id}
          </Link>
        </Fact>
        <Fact name="Id">
          <code>{event.uuid}</code>
          <CopyButton text={event.uuid} label="Copy the id of the event" />
        </Fact>
        {event.warnings.length > 0 && <Fact name="Odd">{event.warnings.join(', ')}</Fact>}
      </Facts>
      <div className={styles.actions}>
        <Button size="small" icon="filter" onPress={filter({ event: event.event })}>
          Only this event
        </Button>
        <Button size="small" icon="filter" onPress={filter({ person: event.distinct_id })}>
          Only this distinct id
        </Button>
      </div>
      <CodeBlock label="Copy the properties" code={JSON.stringify(event.properties, null, 2)} />
    </Dialog>
  );
}
