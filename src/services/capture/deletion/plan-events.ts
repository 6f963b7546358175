import { AppError, isAppError } from '../../../base/errors.ts';
import { invariant } from '../../../base/invariant.ts';
import { compileVersion, type PlannedQuery, type ProjectContext } from '../../../query/plan.ts';
import type { EventBounds } from '../../../schema/event-deletion.ts';

/** What of the events is asked: how many there are and when, or a line for each, as lists of events have them. */
export type Asked = 'count' | 'lines';

/** The events that are meant, and all that their query depends on. Plain data. */
export interface EventsToPlan {
  readonly bounds: EventBounds;
  readonly asked: Asked;
  readonly project: ProjectContext;
  /** False refuses SQL expressions in filters. */
  readonly mayQuery: boolean;
  /** The time that relative dates mean. */
  readonly nowMs: number;
}

const COLUMNS: Readonly<Record<Asked, string>> = {
  count: 'count(), toUnixTimestamp64Milli(min(timestamp)), toUnixTimestamp64Milli(max(timestamp))',
  lines: `concat('["', toString(uuid), '",', toString(toUnixTimestamp(timestamp)), ']') as line`,
};

const CONDITIONS = {
  after: 'timestamp >= {after}',
  before: 'timestamp < {before}',
  event: 'event = {event}',
} as const;

/**
 * The query of events, by the compiler and the filters of every query.
 * @throws AppError 400 codes with the path of the member; permission_denied for expressions
 */
export function planEvents({ bounds, asked, project, mayQuery, nowMs }: EventsToPlan): PlannedQuery {
  const { after, before, event, properties = [] } = bounds;
  const values = {
    ...(after !== undefined && { after: boundText(after) }),
    ...(before !== undefined && { before: boundText(before) }),
    ...(event !== undefined && { event }),
  };
  const conditions = Object.entries(CONDITIONS).flatMap(([name, text]) => (name in values ? [text] : []));
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const query = { kind: 'HogQLQuery', query: `select ${COLUMNS[asked]} from events${where}`, values };
  const options = { project, allowedOverrides: null, mayQuery, maxRows: Number.MAX_SAFE_INTEGER - 1 };
  try {
    const plan = compileVersion(query, {}, project)
      .prepare({ filters_override: { properties } }, options)
      .plan(nowMs);
    invariant(plan.kind === 'table', 'a SQL query has a plan of one query');
    return plan.query;
  } catch (error) {
    throw isAppError(error) ? asSent(error) : error;
  }
}

const FIRST_MS = 0;
const END_MS = Date.UTC(2101, 0);

/** A bound beyond all times of events [CAP-4.4] as their end: the engine knows fewer years than callers do. */
function boundText(ms: number): string {
  return new Date(Math.min(Math.max(ms, FIRST_MS), END_MS)).toISOString();
}

/** The error with the path that its member has in the request. */
function asSent(error: AppError): AppError {
  const { code, attr = '', extra } = error;
  const asSentPath = (text: string): string =>
    text.replaceAll(/filters_override(\.properties)?/g, 'properties');
  return new AppError(code, asSentPath(error.message), { attr: asSentPath(attr), extra, cause: error });
}
