import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { eventsQuery } from '../../data/names.ts';
import { ComboBox } from '../../parts/combo-box.tsx';
import { formatCount } from '../../parts/format.ts';
import { TextField } from '../../parts/text-field.tsx';
import styles from './imports.module.css';

/** Which events are meant, as a query string and a body have it; members that are empty are left out. */
export interface Bounds {
  readonly event?: string;
  readonly after?: string;
  readonly before?: string;
}

const EMPTY = { event: '', after: '', before: '' };

/** Fields for an event and a range of time, and what they say. */
export function useBounds(projectId: number): { readonly bounds: Bounds; readonly fields: ReactElement } {
  const [said, setSaid] = useState(EMPTY);
  const { data: events } = useQuery(eventsQuery(projectId));
  const fields = (
    <>
      <ComboBox
        label="Event"
        choices={(events?.names ?? []).map(({ name, volume }) => ({
          value: name,
          label: name,
          after: formatCount(volume),
        }))}
        value={said.event}
        onChange={(event) => setSaid({ ...said, event })}
        allowsOther
        placeholder="any event"
      />
      <div className={styles.range}>
        <TextField
          label="From, UTC"
          value={said.after}
          onChange={(after) => setSaid({ ...said, after })}
          isCode
          placeholder="2026-01-01"
          help="Empty: from the first event"
          error={wrongTime(said.after)}
        />
        <TextField
          label="Before, UTC"
          value={said.before}
          onChange={(before) => setSaid({ ...said, before })}
          isCode
          placeholder="2026-02-01T12:00"
          help="Empty: to the last event"
          error={wrongTime(said.before)}
        />
      </div>
    </>
  );
  return { bounds: boundsOf(said), fields };
}

function boundsOf({ event, after, before }: typeof EMPTY): Bounds {
  const members = { event, after: isoOf(after) ?? '', before: isoOf(before) ?? '' };
  return Object.fromEntries(Object.entries(members).filter(([, text]) => text !== ''));
}

/** "2026-01-01" or "2026-01-01T12:00" as a moment in UTC; null for anything else. */
function isoOf(text: string): string | null {
  const form = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/.exec(text.trim());
  if (form === null) return null;
  const moment = new Date(`${form[0].replace(' ', 'T')}${form[0].length === 10 ? 'T00:00' : ''}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

const wrongTime = (text: string): string | null =>
  text.trim() === '' || isoOf(text) !== null
    ? null
    : 'A day such as 2026-01-01, or with a time: 2026-01-01T12:00';
