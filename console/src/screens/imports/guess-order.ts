import type { ImportFormat } from '../../data/imports.ts';

/** Formats with a sentence and a line of each, in the order in which they are offered. */
export const FORMATS: readonly {
  readonly value: ImportFormat;
  readonly label: string;
  readonly help: string;
  readonly sample: string;
}[] = [
  {
    value: 'posthog',
    label: 'PostHog',
    help: 'JSON lines of events, as an export has them',
    sample: '{"event":"note created","distinct_id":"ada","timestamp":"2026-01-05T09:00:00Z"}',
  },
  {
    value: 'jsonl',
    label: 'JSON lines',
    help: 'Objects of any form; you say what their members mean',
    sample: '{"action":"note created","user":{"id":"ada"},"at":1767603600}',
  },
  {
    value: 'csv',
    label: 'CSV',
    help: 'A table with names in its first line; you say what its columns mean',
    sample: 'action,user,at,plan',
  },
  {
    value: 'parquet',
    label: 'Parquet',
    help: 'A table; you say what its columns mean',
    sample: 'action, user, at, plan',
  },
  {
    value: 'mixpanel',
    label: 'Mixpanel',
    help: 'JSON lines of its raw export',
    sample: '{"event":"Signed up","properties":{"distinct_id":"ada","time":1767603600}}',
  },
  {
    value: 'amplitude',
    label: 'Amplitude',
    help: 'JSON lines of its export',
    sample: '{"event_type":"Signed up","user_id":"ada","event_time":"2026-01-05 09:00:00"}',
  },
  {
    value: 'segment',
    label: 'Segment',
    help: 'JSON lines of its calls',
    sample: '{"type":"track","event":"Signed up","userId":"ada","timestamp":"2026-01-05T09:00:00Z"}',
  },
  {
    value: 'ga4',
    label: 'Google Analytics 4',
    help: 'JSON lines of its export to BigQuery',
    sample: '{"event_name":"sign_up","user_pseudo_id":"1.2","event_timestamp":"1767603600000000"}',
  },
];

/** What the columns of a table mean, as the fields of the form. */
export interface ColumnMeaning {
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: string;
}

const WORDS: Readonly<Record<keyof ColumnMeaning, readonly string[]>> = {
  event: ['event', 'event_name', 'name', 'action', 'type'],
  distinctId: ['distinct_id', 'user_id', 'userid', 'user', 'person', 'id'],
  timestamp: ['timestamp', 'time', 'at', 'created_at', 'date', 'ts'],
};

/** The format that the name and the first bytes of a file speak for. */
export function guessFormat(name: string, start: string): ImportFormat {
  const plain = name.toLowerCase().replace(/\.(?:gz|zst)$/, '');
  if (plain.endsWith('.csv') || plain.endsWith('.tsv')) return 'csv';
  if (plain.endsWith('.parquet')) return 'parquet';
  const first = firstObject(start);
  if (first === null || ('event' in first && 'distinct_id' in first)) return 'posthog';
  if ('event_type' in first) return 'amplitude';
  if ('event_name' in first && 'event_timestamp' in first) return 'ga4';
  if ('type' in first && ('userId' in first || 'anonymousId' in first)) return 'segment';
  const properties = first['properties'];
  if (typeof properties === 'object' && properties !== null && 'time' in properties) return 'mixpanel';
  return 'jsonl';
}

/** Names of the columns that the start of a text file shows; none of a packed file. */
export function columnsOf(format: ImportFormat, start: string): readonly string[] {
  if (format === 'jsonl') return pathsOf(firstObject(start) ?? {});
  if (format !== 'csv') return [];
  const [line = ''] = start.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const delimiter = [',', ';', '\t', '|'].reduce((best, one) =>
    line.split(one).length > line.split(best).length ? one : best,
  );
  return line
    .split(delimiter)
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    .filter((name) => name !== '');
}

/** Which column is which, by their names; empty where none is called so. */
export function guessMeaning(columns: readonly string[]): ColumnMeaning {
  const find = (words: readonly string[]) => {
    const byWord = words.map((word) => columns.find((column) => lastPart(column) === word));
    return byWord.find((column) => column !== undefined) ?? '';
  };
  return {
    event: find(WORDS.event),
    distinctId: find(WORDS.distinctId),
    timestamp: find(WORDS.timestamp),
  };
}

const lastPart = (column: string): string => column.toLowerCase().split('.').at(-1) ?? '';

function firstObject(start: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(start.split('\n', 1)[0] ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Members of an object, those of objects in it by their path: `user.id`. */
function pathsOf(value: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.keys(inner).map((part) => `${name}.${part}`)
      : [name],
  );
}
