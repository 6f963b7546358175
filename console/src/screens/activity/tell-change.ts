import type { ActivityEntry, ActivitySubject } from '../../data/activity.ts';

/** Kinds of things whose changes are listed, in words. */
export const SUBJECT_WORDS: Readonly<Record<ActivitySubject, string>> = {
  endpoint: 'Endpoint',
  action: 'Action',
  cohort: 'Cohort',
  project: 'Project',
  capture_token: 'Capture token',
  key: 'Key',
  signing_key: 'signing key',
  property_type: 'Type of a property',
  data: 'Data',
};

/** Letters of a value in a line; the drawer has all of it. */
const SHOWN_LETTERS = 60;

/**
 * What differs, in one line: "cache_age_seconds 300 → 600, tags". A long value is named without its text; of a new or a
 * gone thing the members are named alone.
 */
export function tellChange({ activity, changes }: Pick<ActivityEntry, 'activity' | 'changes'>): string {
  if (activity === 'created' || activity === 'deleted') return changes.map(({ member }) => member).join(', ');
  return changes
    .map(({ member, before, after }) => {
      const [from, to] = [tellValue(before), tellValue(after)];
      return from === null || to === null ? member : `${member} ${from} → ${to}`;
    })
    .join(', ');
}

/** A value as it stands in a line; null when it has no room there. */
function tellValue(value: unknown): string | null {
  if (value === null || value === undefined) return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= SHOWN_LETTERS && !text.includes('\n') ? text || '""' : null;
}

/** A value as text of several lines, for a comparison: SQL as it is written, everything else as JSON. */
export function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return JSON.stringify(value, null, 2);
}

/** True when a comparison by lines says more than both values side by side. */
export function hasLines(change: { readonly before?: unknown; readonly after?: unknown }): boolean {
  return textOfValue(change.before).includes('\n') || textOfValue(change.after).includes('\n');
}
