import { type AppError, ERROR_CATALOG } from '../base/errors.ts';

/** Longest `detail` and `attr` in characters: both repeat what the caller sent, which may be as long as a body. */
const MAX_TEXT = 1_000;

/** The one body of every error answer. Members of `error.extra` stand beside the fixed ones. */
export function toErrorBody(
  error: AppError,
  { requestId, linkBase }: { readonly requestId: string; readonly linkBase: string },
): Record<string, unknown> {
  return {
    type: error.type,
    code: error.code,
    detail: shortened(error.message),
    attr: error.attr === undefined ? null : shortened(error.attr),
    status: ERROR_CATALOG[error.code].status,
    request_id: requestId,
    docs: `${linkBase}/docs/errors#${error.code}`,
    ...(error.position === undefined ? {} : { position: error.position }),
    ...error.extra,
  };
}

function shortened(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).toWellFormed()}…`;
}
