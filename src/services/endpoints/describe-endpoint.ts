import { insightVariableNames, readQuery } from '../../query/plan.ts';
import type { JsonSchema } from '../../schema/documented-as.ts';
import type { Endpoint } from '../../schema/endpoint.ts';
import { checkInsightQuery, type InsightQuery } from '../../schema/insights/insight-query.ts';
import type { Caller } from '../caller.ts';
import { columnSchema } from './column-schema.ts';
import { compileCallerOf } from './compile-caller.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { getEndpoint } from './get-endpoint.ts';
import { variableForm } from './variable-form.ts';

/** What an endpoint takes and gives. */
export interface EndpointForm {
  readonly endpoint: Endpoint;
  readonly variables: readonly FormVariable[];
  /** What it answers: columns of a SQL query, or the insight. */
  readonly answer:
    | { readonly kind: 'columns'; readonly columns: readonly FormColumn[] }
    | { readonly kind: 'insight'; readonly query: InsightQuery };
}

interface FormVariable {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
  /** A value that a run may send. */
  readonly example: unknown;
}

interface FormColumn {
  readonly name: string;
  readonly schema: JsonSchema;
}

/**
 * The form of a live endpoint at its current version, or the one asked for.
 * @param wanted the version; the current one when it is undefined
 * @throws AppError not_found; a code of the query when it no longer compiles, because an action it uses is gone
 */
export async function describeEndpoint(
  services: Pick<EndpointServices, 'database' | 'catalog' | 'compiling'>,
  caller: Caller,
  name: string,
  wanted?: number,
): Promise<EndpointForm> {
  return describe(services, caller, await getEndpoint(services, caller.projectId, name, wanted));
}

/** The form of an endpoint at the version that it shows. @throws AppError a code of the query */
export async function describe(
  services: Pick<EndpointServices, 'catalog' | 'compiling'>,
  caller: Caller,
  endpoint: Endpoint,
): Promise<EndpointForm> {
  const query = readQuery(endpoint.query);
  if (query.kind !== 'HogQLQuery') return insightForm(endpoint, checkInsightQuery(query, 'query'));
  const project = await services.catalog.context(caller.projectId);
  const version = { query, variables: endpoint.variables };
  const compiled = await services.compiling.compile(version, project, compileCallerOf(caller));
  const { variables, columns = [] } = compiled;
  return {
    endpoint,
    variables: variables.map((variable) => ({
      name: variable.name,
      isRequired: variable.required,
      ...variableForm(variable, endpoint.variables[variable.name]),
    })),
    answer: {
      kind: 'columns',
      columns: columns.map((column) => ({
        name: column.name,
        schema: describedColumn(column.name, column.type),
      })),
    },
  };
}

function describedColumn(name: string, type: string): JsonSchema {
  const { description, ...schema } = columnSchema(type);
  const detail = typeof description === 'string' ? `. ${description}` : '';
  return { title: name, description: `\`${name}\`: ${type}${detail}`, ...schema };
}

const INSIGHT_DATES = ['-7d', '2026-01-05'] as const;

function insightForm(endpoint: Endpoint, query: InsightQuery): EndpointForm {
  const variables = insightVariableNames(query).map((name, place) => ({
    name,
    isRequired: false,
    example: place < 2 ? INSIGHT_DATES[place] : 'pro',
    schema:
      place < 2
        ? {
            type: ['string', 'null'],
            description: `${place === 0 ? 'Start' : 'End'} of the period: ISO date or datetime, or a relative date.`,
            examples: [...INSIGHT_DATES],
          }
        : {
            type: ['string', 'number', 'boolean', 'null'],
            description: `Value of the breakdown \`${name}\`; null or empty = not set.`,
          },
  }));
  return { endpoint, variables, answer: { kind: 'insight', query } };
}
