import { AppError } from '../../base/errors.ts';
import { INSIGHT_KINDS } from './insight-kinds.ts';

/** Presentation nodes that other tools put around a query, and the kinds that each may hold. */
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  InsightVizNode: INSIGHT_KINDS,
  DataVisualizationNode: ['HogQLQuery'],
  DataTableNode: ['HogQLQuery'],
};

export interface UnwrappedQuery {
  readonly query: unknown;
  /** Path of the query in the request. */
  readonly attr: string;
}

/**
 * The query inside a presentation node; the value itself when it is none. The options of the node are dropped.
 * @throws invalid_value when the node holds something else than the queries it is for
 */
export function unwrapQuery(value: unknown, attr: string): UnwrappedQuery {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return { query: value, attr };
  const allowed =
    typeof value.kind === 'string' && Object.hasOwn(WRAPPERS, value.kind) ? WRAPPERS[value.kind] : undefined;
  if (!allowed) return { query: value, attr };
  const source = 'source' in value ? value.source : undefined;
  const kind = typeof source === 'object' && source !== null && 'kind' in source ? source.kind : undefined;
  if (typeof kind === 'string' && allowed.includes(kind)) return { query: source, attr: `${attr}.source` };
  throw new AppError(
    'invalid_value',
    `${String(value.kind)} must hold a source of kind ${allowed.join(', ')}, found ${JSON.stringify(kind ?? null)}.`,
    { attr: `${attr}.source` },
  );
}
