import { AppError, isAppError } from '../base/errors.ts';

/**
 * Returns what `work` returns. An AppError of `work` that has no path is thrown again with the path of its member.
 * @param member the path, or a function that finds the path for an error
 */
export function nameMember<Value>(member: string | ((error: AppError) => string), work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw withMember(error, typeof member === 'string' ? member : member(error));
  }
}

/** The error with the path `attr`; an error that has a path already stays as it is. */
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
