import { AppError, isAppError } from '../base/errors.ts';

/**
 * What `work` returns. An error of its that does not know the member that it is about comes out with the path of it.
 * @param member the path, or how to tell it from the error
 */
export function nameMember<Value>(member: string | ((error: AppError) => string), work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw withMember(error, typeof member === 'string' ? member : member(error));
  }
}

/** The error with the path of the member that it is about, when it has none yet. */
export function withMember(error: AppError, attr: string): AppError {
  if (error.attr !== undefined) return error;
  const { code, message, position, extra } = error;
  return new AppError(code, message, {
    attr,
    ...(position !== undefined && { position }),
    extra,
    cause: error,
  });
}
