import type { Socket } from 'node:net';
import { AppError } from '../base/errors.ts';
import { newUuid } from '../base/ids.ts';
import { FORMATS } from '../schema/output-format.ts';
import { NO_SNIFFING } from './no-sniffing.ts';
import { toErrorBody } from './to-error-body.ts';

/** Answers what never became a request (broken HTTP, headers or body too slow or too large), and hangs up. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = newUuid();
  const answer = toAppError(error.code);
  const body = JSON.stringify(toErrorBody(answer, { requestId, linkBase: '' }));
  socket.end(
    `HTTP/1.1 ${answer.status} ${answer.code}\r\ncontent-type: ${FORMATS.json.contentType}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${requestId}\r\n` +
      `${NO_SNIFFING.join(': ')}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function toAppError(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('headers_too_large', 'The request line and headers are larger than 16 KiB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request_timeout', 'The request did not arrive completely in time.');
  return new AppError('bad_request', 'The request is not valid HTTP.');
}
