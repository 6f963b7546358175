import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { kindOf, type ShownEndpoint } from '../../data/shapes.ts';
import { StateMark } from '../../parts/badge.tsx';
import { formatPercent } from '../../parts/format.ts';
import { Pane } from '../../parts/page.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import styles from './reads.module.css';

const STATES = {
  none: { tone: 'off', word: 'None', says: 'Computed runs read all events that the query asks about.' },
  building: {
    tone: 'busy',
    word: 'Being built',
    says: 'Until it is whole, computed runs read as before. Nothing has to be done.',
  },
  ready: {
    tone: 'ok',
    word: 'Ready',
    says: 'Computed runs read the events of the values that they ask for, however large the project grows.',
  },
} as const;

/** Whether runs find the events of one value by an order, why, and what would help. */
export function LookupPane(props: {
  readonly endpoint: ShownEndpoint;
  readonly projectId: number;
}): ReactElement {
  const { lookup } = props.endpoint;
  const { tone, word, says } = STATES[lookup.state];
  return (
    <Pane title="Lookup" className={styles.pane}>
      <div className={styles.told}>
        <p className={styles.state}>
          <StateMark tone={tone}>{word}</StateMark>
          {lookup.state === 'building' && <b>{formatPercent(lookup.percent)}</b>}
        </p>
        {lookup.state === 'building' && <ProgressBar label="Lookup" done={lookup.percent} total={100} />}
        <p className={styles.reason}>{lookup.reason}</p>
        <p>{says}</p>
        {lookup.state === 'none' && <Advice {...props} />}
      </div>
    </Pane>
  );
}

/** How an endpoint comes to a lookup. They are made by the service alone, so there is nothing to press. */
function Advice({ endpoint, projectId }: Parameters<typeof LookupPane>[0]): ReactElement {
  const to = `/${projectId}/endpoints/${endpoint.name}/query`;
  const isSql = kindOf(endpoint.query) === 'HogQLQuery';
  return (
    <>
      <p>
        A lookup keeps events in the order of one value, such as a customer. In a large project it is made by
        itself when every event that the query counts must have that value{isSql ? ':' : ', by a filter.'}
      </p>
      {isSql && <code>WHERE properties.customer_id = {'{variables.customer}'}</code>}
      <p>
        <Link to={to as never}>Open the query</Link>
      </p>
    </>
  );
}
