import { type AppError, ERROR_CATALOG } from '../base/errors.ts';

/** The one body of every error answer. Members of `error.extra` stand beside the fixed ones. */
export function errorBody(error: AppError, requestId: string): Record<string, unknown> {
  return {
    type: error.type,
    code: error.code,
    detail: error.message,
    attr: error.attr ?? null,
    status: ERROR_CATALOG[error.code].status,
    request_id: requestId,
    docs: `/docs/errors#${error.code}`,
    ...(error.position === undefined ? {} : { position: error.position }),
    ...error.extra,
  };
}
