import { currentToken } from './client.ts';
import { sawAnswer, sawSilence } from './connection.ts';
import { noAnswer, problemOf } from './problem.ts';

/** How much of a file has gone out, in bytes. */
export type UploadProgress = (sent: number) => void;

/**
 * Sends bytes as they are and tells how far it is, which `fetch` cannot.
 * @param path with its query string: `/api/projects/1/imports?format=csv`
 * @returns the body of the answer, parsed
 * @throws ApiProblem for a refusal and for no answer; AbortError when `signal` ended it
 */
export function upload(
  path: string,
  bytes: Blob,
  options: { readonly onProgress?: UploadProgress; readonly signal?: AbortSignal } = {},
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const call = new XMLHttpRequest();
  call.open('POST', path);
  call.setRequestHeader('Content-Type', 'application/octet-stream');
  call.setRequestHeader('Authorization', `Bearer ${currentToken() ?? ''}`);
  call.upload.onprogress = ({ loaded }) => options.onProgress?.(loaded);
  call.onload = () => {
    sawAnswer();
    const response = new Response(call.responseText, { status: call.status, headers: retryOf(call) });
    const body = parsed(call.responseText);
    if (response.ok) resolve(body);
    else reject(problemOf(response, body));
  };
  call.onerror = () => {
    sawSilence();
    reject(noAnswer());
  };
  call.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'));
  options.signal?.addEventListener('abort', () => call.abort(), { once: true });
  call.send(bytes);
  return promise;
}

function retryOf(call: XMLHttpRequest): HeadersInit {
  const wait = call.getResponseHeader('Retry-After');
  return wait === null ? {} : { 'Retry-After': wait };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy may answer with a page.
    return null;
  }
}
