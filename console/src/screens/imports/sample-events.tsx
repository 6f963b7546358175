import type { ReactElement } from 'react';
import type { Import } from '../../data/imports.ts';
import { plural } from '../../parts/format.ts';
import styles from './imports.module.css';

/** The first events of a file as they would arrive, and how many of its first rows are none. */
export function SampleEvents({ tried }: { readonly tried: Import }): ReactElement {
  const events = (tried.sample ?? []).map(toShown);
  return (
    <div className={styles.sample}>
      <p
        className={tried.state === 'failed' ? styles.refused : styles.note}
        role={tried.state === 'failed' ? 'alert' : 'status'}
      >
        {tried.state === 'failed'
          ? tried.error
          : `Of the first ${plural(tried.read, 'row')}: ${plural(tried.inserted, 'new event')}, ${tried.duplicate} that the project has already, ${tried.rejected} rejected.`}
      </p>
      {events.length > 0 && (
        <div className={styles.scroll}>
          <table>
            <thead>
              <tr>
                <th>Event</th>
                <th>Distinct id</th>
                <th>Time</th>
                <th>Properties</th>
              </tr>
            </thead>
            <tbody>
              {events.map((event, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a sample does not change
                <tr key={at}>
                  <td>{event.event}</td>
                  <td>{event.distinctId}</td>
                  <td>{event.timestamp}</td>
                  <td>{event.properties}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** Letters of the properties that are shown of an event. */
const SHOWN_LETTERS = 160;

function toShown(sample: unknown) {
  const event = (typeof sample === 'object' && sample !== null ? sample : {}) as Readonly<
    Record<string, unknown>
  >;
  return {
    event: String(event['event'] ?? ''),
    distinctId: String(event['distinct_id'] ?? ''),
    timestamp: String(event['timestamp'] ?? ''),
    properties: JSON.stringify(event['properties'] ?? {}).slice(0, SHOWN_LETTERS),
  };
}
