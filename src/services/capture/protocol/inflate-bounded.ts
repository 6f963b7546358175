import { AppError } from '../../../base/errors.ts';
import { contentCodingOf } from './content-coding.ts';

/**
 * Bytes of output that are unpacked at once. Each of Node's default pieces of 16 KiB would cost a turn of the thread
 * pool.
 */
const CHUNK_BYTES = 128 * 1024;

/**
 * The bytes of a body that may be compressed (`contentCodingOf`). Never allocates more than `maxBytes` for the result.
 * @param contentEncoding the header as sent; empty when absent
 * @throws AppError payload_too_large, unsupported_media_type, invalid_json (does not unpack)
 */
export async function inflateBounded(
  bytes: Uint8Array,
  contentEncoding: string,
  maxBytes: number,
): Promise<Buffer> {
  const coding = contentCodingOf(bytes, contentEncoding);
  if (coding === null) {
    if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  return new Promise((resolve, reject) => {
    coding.whole(bytes, { maxOutputLength: maxBytes, chunkSize: CHUNK_BYTES }, (error, inflated) => {
      if (error === null) resolve(inflated);
      else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') reject(tooLarge(maxBytes));
      else reject(new AppError('invalid_json', 'The body cannot be unpacked.', { cause: error }));
    });
  });
}

/** The refusal of a body whose content is larger than allowed. Clients answer it by halving their batch. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError('payload_too_large', `The unpacked body is larger than ${maxBytes} bytes.`);
}
