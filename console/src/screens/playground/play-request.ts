import type { QueryVariable } from '../../data/runs.ts';
import { kindOf, type ShownEndpoint } from '../../data/shapes.ts';

/** Body of a run as it will be sent; every member may be absent. */
export type RunBody = Readonly<Record<string, unknown>>;

/** What the playground sends: the form and the JSON are two views of it. */
export interface PlayRequest {
  readonly body: RunBody;
  readonly format: Format;
}

export type Format = 'json' | 'csv' | 'ndjson' | 'arrow' | 'parquet';

/** Formats of an endpoint: files other than CSV are for SQL only. */
export function formatsOf(endpoint: Pick<ShownEndpoint, 'query'>): readonly Format[] {
  return isSql(endpoint) ? ['json', 'csv', 'ndjson', 'arrow', 'parquet'] : ['json', 'csv'];
}

export function isSql({ query }: Pick<ShownEndpoint, 'query'>): boolean {
  return kindOf(query) === 'HogQLQuery';
}

/** A body with one member changed; undefined takes it away, and so does an object or list that got empty. */
export function withMember(body: RunBody, path: readonly string[], value: unknown): RunBody {
  const [name, ...rest] = path;
  if (name === undefined) return body;
  const inner = rest.length === 0 ? value : withMember(objectOf(body[name]), rest, value);
  const { [name]: _, ...others } = body;
  if (inner === undefined || (rest.length > 0 && Object.keys(objectOf(inner)).length === 0)) return others;
  return { ...body, [name]: inner };
}

/** The member at a path; undefined when there is none. */
export function memberOf(body: RunBody, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => objectOf(inner)[name], body);
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Path of the call with its format. */
export function pathOf(endpoint: Pick<ShownEndpoint, 'endpoint_path'>, format: Format): string {
  return endpoint.endpoint_path + (format === 'json' ? '' : `?format=${format}`);
}

/** Why the service would refuse this request, before it is sent; it can be sent all the same. */
export function foreseeRefusals(
  { body, format }: PlayRequest,
  endpoint: Pick<ShownEndpoint, 'is_materialized' | 'is_active' | 'name'>,
  variables: readonly QueryVariable[],
): readonly string[] {
  const sent = objectOf(body['variables']);
  const missing = variables.filter(({ name, isRequired }) => isRequired && sent[name] === undefined);
  return [
    !endpoint.is_active && `${endpoint.name} is inactive: its runs answer 404 until it is activated.`,
    missing.length > 0 && `${missing.map(({ name }) => name).join(', ')} is required and not sent.`,
    body['offset'] !== undefined && body['limit'] === undefined && 'offset needs limit.',
    body['refresh'] === 'direct' && !endpoint.is_materialized && 'direct is for materialized endpoints.',
    body['debug'] === true && format !== 'json' && 'debug needs the format json: files have no envelope.',
  ].filter((sentence) => sentence !== false);
}
