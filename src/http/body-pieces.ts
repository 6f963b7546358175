import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnswerBytes } from '../services/execution/stored-result.ts';

/** A reader that keeps up could else make the kernel copy a whole large body in one turn of the loop. */
const PIECE_BYTES = 512 * 1024;

/** True when a body is to be sent in pieces. */
export function isLarge(body: AnswerBytes): boolean {
  return body.length > 1 || (body[0]?.length ?? 0) > PIECE_BYTES;
}

/** A large body, a piece in each turn of the loop. */
export async function* bodyPieces(body: AnswerBytes): AsyncGenerator<Buffer> {
  for (const part of body)
    for (let start = 0; start < part.length; start += PIECE_BYTES) {
      yield part.subarray(start, start + PIECE_BYTES);
      await nextTurn();
    }
}
