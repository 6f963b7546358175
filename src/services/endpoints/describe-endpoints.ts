import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, type ErrorCode, isAppError } from '../../base/errors.ts';
import type { Endpoint } from '../../schema/endpoint.ts';
import type { Caller } from '../caller.ts';
import { describe, type EndpointForm } from './describe-endpoint.ts';
import type { EndpointServices } from './endpoint-services.ts';
import { listEndpoints } from './get-endpoint.ts';

/** More are described by tag. */
const MOST_ENDPOINTS = 2_000;
const PAGE = 200;

/** What a project answers. */
export interface EndpointForms {
  /** By name. */
  readonly forms: readonly EndpointForm[];
  /** Endpoints that nobody can run at present, because what their query names is gone. */
  readonly broken: readonly { readonly name: string; readonly code: ErrorCode }[];
}

/**
 * The forms of all active endpoints at their current versions.
 * @param tag only those with this tag
 * @throws AppError invalid_value for more endpoints than one document holds
 */
export async function describeEndpoints(
  services: Pick<EndpointServices, 'database' | 'catalog' | 'compiling'>,
  caller: Caller,
  tag?: string,
): Promise<EndpointForms> {
  const forms: EndpointForm[] = [];
  const broken: { name: string; code: ErrorCode }[] = [];
  for await (const endpoint of activeEndpoints(services, caller.projectId, tag)) {
    try {
      forms.push(await describe(services, caller, endpoint));
    } catch (error) {
      if (!isAppError(error) || error.status >= 500) throw error;
      broken.push({ name: endpoint.name, code: error.code });
    }
    // What is compiled on the loop is short; that of all together is not.
    await nextTurn();
  }
  return { forms, broken };
}

async function* activeEndpoints(
  services: Pick<EndpointServices, 'database'>,
  projectId: number,
  tag: string | undefined,
): AsyncGenerator<Endpoint> {
  for (let offset = 0; ; offset += PAGE) {
    const asked = { limit: PAGE, offset, is_active: true, order_by: 'name' as const };
    const page = await listEndpoints(services, projectId, { ...asked, ...(tag !== undefined && { tag }) });
    if (page.count > MOST_ENDPOINTS) throw tooMany();
    yield* page.results;
    if (offset + PAGE >= page.count) return;
  }
}

function tooMany(): AppError {
  const detail = `A document describes at most ${MOST_ENDPOINTS} endpoints; name a tag.`;
  return new AppError('invalid_value', detail, { attr: 'tag' });
}
