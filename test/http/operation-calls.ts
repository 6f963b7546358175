import type { Operation } from '../../src/http/operations/operation.ts';
import type { TestAnswer, TestCall, TestProject } from '../fixtures/start-service.ts';

/** What stands in a path, by the name of its parameter. */
type PathValues = Readonly<Record<string, string | number>>;

/** `GET /endpoints/{name}` with `{ name: 'x' }` → the path of a call. @throws when a parameter has no value */
function pathOf({ id, path }: Operation, values: PathValues): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${id} needs a value for {${name}}`);
    return encodeURIComponent(value);
  });
}

/** Calls an operation with the example of its body, unless another is given. */
export function callOperation(
  service: TestProject,
  operation: Operation,
  values: PathValues,
  call: TestCall & { readonly query?: string } = {},
): Promise<TestAnswer> {
  const { query = '', ...rest } = call;
  const body = 'body' in rest ? rest.body : operation.body?.example;
  const target = `${pathOf(operation, values)}${query}`;
  return service.call(operation.method, target, { ...rest, ...(body !== undefined && { body }) });
}

/** Makes a project and answers its id and capture token. */
export async function makeProject(service: TestProject): Promise<{ id: number; api_token: string }> {
  const answer = await service.call('POST', '/api/projects', { body: { name: 'Another' } });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

/** Begins a session of the console with a key and answers its token. */
export async function signIn(service: TestProject, key: string): Promise<string> {
  const answer = await service.call('POST', '/api/console_sessions', { key, body: {} });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.token;
}

/** Makes a key and answers its id and secret. */
export async function makeKey(
  service: TestProject,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ id: string; value: string }> {
  const answer = await service.call('POST', '/api/personal_api_keys', { body: { label: 'test', ...fields } });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}
