/** A run of a draft, to compare and to restore. */
export interface PastRun {
  readonly query: string;
  /** Instant of the browser, ISO. */
  readonly at: string;
  readonly ms: number;
  /** Null when it failed. */
  readonly rows: number | null;
  readonly rowsRead: number | null;
}

const MOST_RUNS = 50;
const MOST_LETTERS = 20_000;

/** The runs with a new one first. The same text is kept once, at most 50 in all; a text over 20,000 letters is not kept. */
export function withRun(runs: readonly PastRun[], run: PastRun): PastRun[] {
  if (run.query.length > MOST_LETTERS) return [...runs];
  return [run, ...runs.filter(({ query }) => query !== run.query)].slice(0, MOST_RUNS);
}

/** The kept runs of a subject; none when they cannot be read. */
export function readRuns(subject: string): PastRun[] {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(subject)) ?? '{}') as { readonly value?: unknown };
    const kept = draft.value;
    return Array.isArray(kept) ? kept.filter(isRun).slice(0, MOST_RUNS) : [];
  } catch {
    return [];
  }
}

/** Keeps the runs of a subject in this browser; a full storage keeps the earlier ones. */
export function keepRuns(subject: string, runs: readonly PastRun[]): void {
  try {
    localStorage.setItem(
      keyOf(subject),
      JSON.stringify({ value: runs, revision: null, at: runs[0]?.at ?? '' }),
    );
  } catch {
    // Nothing is lost but the memory of a run.
  }
}

/** Beside the drafts, which a sign-out forgets. @param subject project and endpoint, as `1:usage-by-day` */
function keyOf(subject: string): string {
  return `sluice-draft:runs:${subject}`;
}

function isRun(value: unknown): value is PastRun {
  return (
    typeof value === 'object' &&
    value !== null &&
    'query' in value &&
    typeof value.query === 'string' &&
    'at' in value
  );
}
