import { AppError, type ErrorCode } from '../../base/errors.ts';

/** A message to a thread. */
export interface WorkerMessage {
  readonly task: string;
  readonly input: unknown;
}

/** A message from a thread. An error travels in parts, because a cloned error would lose its class and code. */
export type WorkerOutcome =
  | { readonly kind: 'done'; readonly output: unknown }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly members: ErrorMembers;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string | undefined };

/** What a thread sends back, with the milliseconds that it worked. */
export type WorkerReply = WorkerOutcome & { readonly workedMs: number };

type ErrorMembers = Pick<AppError, 'attr' | 'position' | 'retryAfterSeconds' | 'extra'>;

export function outcomeOfError(error: unknown): WorkerOutcome {
  if (error instanceof AppError) {
    const { code, message: detail, attr, position, retryAfterSeconds, extra } = error;
    return { kind: 'refused', code, detail, members: { attr, position, retryAfterSeconds, extra } };
  }
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'failed', message, stack };
}

/** @throws what the task has thrown */
export function outputOfReply(reply: WorkerOutcome): unknown {
  if (reply.kind === 'done') return reply.output;
  if (reply.kind === 'refused') {
    const { attr, position, retryAfterSeconds, extra } = reply.members;
    throw new AppError(reply.code, reply.detail, {
      extra,
      ...(attr !== undefined && { attr }),
      ...(position !== undefined && { position }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
  throw Object.assign(new Error(reply.message), { stack: reply.stack });
}
