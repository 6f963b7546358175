import type { Socket } from 'node:net';

/** Takes the next bytes of an answer, at the consumer's pace. An error from here breaks the answer off. */
export type TakeBytes = (chunk: Buffer) => Promise<void> | void;

/**
 * Carries the bytes of a pipe to their consumer while the engine writes. When the consumer has left or refuses more,
 * the reading end is closed, so that the engine writes to nobody instead of waiting: a thread that waits at a pipe
 * cannot be stopped, and one block may be gigabytes of text. The end is closed only after the first bytes, because
 * opening a pipe that nobody reads waits for ever.
 * @throws what `take` throws, the reason of `stop`
 */
export async function carry(reader: Socket, stop: AbortSignal, take: TakeBytes): Promise<void> {
  for await (const chunk of reader) {
    stop.throwIfAborted();
    await take(chunk);
  }
}
