import { AppError } from '../../../base/errors.ts';
import { parseCaptureJson } from '../event/canonical-json.ts';

/**
 * Parses the text of a body as `parseCaptureJson` does.
 * @throws AppError invalid_json
 */
export function parseBody(text: string, isExact?: boolean): unknown {
  try {
    return parseCaptureJson(text, isExact);
  } catch (error) {
    throw new AppError('invalid_json', 'The body is not valid JSON.', { cause: error });
  }
}
