import type { components } from './schema.d.ts';

type ErrorBody = components['schemas']['Error'];

/** Why a call got no answer it can use: a refusal of the service, or no answer at all (`no_answer`, status 0). */
export class ApiProblem extends Error {
  readonly status: number;
  /** A code of docs/errors.md, or `no_answer`. */
  readonly code: string;
  /** The member of the request that is wrong, as a path: `variables.organization`. */
  readonly attr: string | null;
  readonly position: ErrorBody['position'] | null;
  readonly requestId: string | null;
  /** Seconds that the service asks to wait, for 429 and 503. */
  readonly retryAfterSeconds: number | null;
  /** Names of endpoints that stand in the way (`action_in_use`). */
  readonly endpoints: readonly string[];
  /** Revision of the object now, when somebody changed it first (`precondition_failed`). */
  readonly revision: number | null;

  constructor(status: number, body: Partial<ErrorBody>, retryAfterSeconds: number | null = null) {
    super(body.detail ?? `The service answered ${status} without saying why`);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = body.code ?? 'internal_error';
    this.attr = body.attr ?? null;
    this.position = body.position ?? null;
    this.requestId = body.request_id ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
    this.endpoints = body.endpoints ?? [];
    this.revision = body.revision ?? null;
  }

  /** The service did not answer: it is away, restarting, or the network is. */
  get isAway(): boolean {
    return this.status === 0;
  }
}

/** What a failed call throws; anything else is a defect of the console and is thrown on. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof Error) return new ApiProblem(0, { code: undefined, detail: error.message });
  return new ApiProblem(0, { detail: String(error) });
}

/** The problem that an answer is. */
export function problemOf(response: Response, body: unknown): ApiProblem {
  const known = typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {};
  const wait = Number(response.headers.get('Retry-After'));
  return new ApiProblem(response.status, known, wait > 0 ? wait : null);
}

/** No answer came. */
export function noAnswer(): ApiProblem {
  return new ApiProblem(0, {
    detail: 'The service does not answer.',
    code: 'no_answer' as ErrorBody['code'],
  });
}
