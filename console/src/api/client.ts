import createClient, { type Middleware } from 'openapi-fetch';
import { sawAnswer, sawSilence } from './connection.ts';
import { noAnswer, problemOf } from './problem.ts';
import type { paths } from './schema.d.ts';

/** Who gives the token and hears that it is refused: the session, so that the client knows no storage. */
interface Bearer {
  token: () => string | null;
  onRefused: (token: string) => void;
}

const bearer: Bearer = { token: () => null, onRefused: () => undefined };

/** Says where calls get their token from. */
export function takeTokensFrom(source: Bearer): void {
  Object.assign(bearer, source);
}

/** Begins a session: the token of an earlier one has no place there. */
const WITHOUT_TOKEN = '/api/console_sessions' satisfies keyof paths;

const authorize: Middleware = {
  onRequest: ({ request, schemaPath }) => {
    const token = bearer.token();
    if (token !== null && schemaPath !== WITHOUT_TOKEN && !request.headers.has('Authorization')) {
      request.headers.set('Authorization', `Bearer ${token}`);
    }
    return request;
  },
  onResponse: ({ request, response }) => {
    sawAnswer();
    const token = bearer.token();
    if (
      response.status === 401 &&
      token !== null &&
      request.headers.get('Authorization') === `Bearer ${token}`
    ) {
      bearer.onRefused(token);
    }
    return response;
  },
};

/**
 * Calls of the public API, typed by docs/openapi.json: `api.GET('/api/projects/{project_id}/endpoints', {params})`.
 * Give the promise to `answerOf`, which throws `ApiProblem`.
 */
export const api = createClient<paths>({
  baseUrl: location.origin,
  fetch: async (request) => {
    try {
      return await fetch(request);
    } catch (error) {
      if (request.signal.aborted) throw error;
      sawSilence();
      throw noAnswer();
    }
  },
});
api.use(authorize);

interface Outcome<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of an answer.
 * @throws ApiProblem for a refusal and for no answer
 */
export async function answerOf<Data>(call: Promise<Outcome<Data>>): Promise<NonNullable<Data>> {
  return (await answerWithHeaders(call)).body;
}

/** The body of an answer with its status and headers. @throws ApiProblem as `answerOf` */
export async function answerWithHeaders<Data>(
  call: Promise<Outcome<Data>>,
): Promise<{ readonly body: NonNullable<Data>; readonly response: Response }> {
  const { data, error, response } = await call;
  if (!response.ok) throw problemOf(response, error);
  return { body: data as NonNullable<Data>, response };
}

/** What calls carry as `Authorization: Bearer`; null while nobody is signed in. */
export const currentToken = (): string | null => bearer.token();

/** A call that the typed client has no types for: a path with its query, method and JSON body. */
export async function fetchRaw(
  path: string,
  options: {
    readonly method?: string;
    readonly body?: unknown;
    readonly signal?: AbortSignal;
  } = {},
): Promise<Response> {
  const { method = 'GET', body, signal } = options;
  const token = bearer.token();
  const headers = new Headers();
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    sawSilence();
    throw noAnswer();
  }
  sawAnswer();
  if (response.status === 401 && token !== null && token === bearer.token()) bearer.onRefused(token);
  return response;
}
