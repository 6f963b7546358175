import type { EndpointRow, VersionRow } from '../../adapters/store/endpoint-row.ts';
import type { CompiledVersion } from '../../query/plan.ts';
import type { EndpointValidation } from '../../schema/endpoint.ts';
import { fingerprintOf, type ReadVersion } from './draft-version.ts';

type Columns = VersionRow['columns'];
type Difference = NonNullable<EndpointValidation['change']>;

/** The current version of an endpoint, which a draft would replace. Plain data. */
export interface ReplacedVersion
  extends Pick<VersionRow, 'query' | 'columns' | 'fingerprint'>,
    Pick<EndpointRow, 'isMaterialized'> {
  /** Declarations that a query which comes alone takes over. */
  readonly variables: VersionRow['variables'];
}

/** What saving a draft would do to the endpoint whose current version it replaces. */
export function differenceOf(
  replaced: ReplacedVersion,
  draft: ReadVersion,
  compiled: CompiledVersion,
): Difference {
  return {
    creates_version: fingerprintOf(draft, compiled) !== replaced.fingerprint,
    columns: columnDifference(replaced.columns, compiled.columns ?? null),
    stops_materialization: replaced.isMaterialized && compiled.notMaterializable !== null,
  };
}

function columnDifference(before: Columns, after: Columns): Difference['columns'] {
  if (before === null || after === null) return { added: [], removed: [], retyped: [] };
  const [old, now] = [before, after].map((columns) => new Map(columns.map(({ name, type }) => [name, type])));
  return {
    added: namesWithout(after, old),
    removed: namesWithout(before, now),
    retyped: before.flatMap(({ name, type: from }) => {
      const to = now?.get(name);
      return to === undefined || to === from ? [] : [{ name, from, to }];
    }),
  };
}

function namesWithout(
  columns: NonNullable<Columns>,
  others: ReadonlyMap<string, string> | undefined,
): string[] {
  return columns.map(({ name }) => name).filter((name) => others?.has(name) !== true);
}
