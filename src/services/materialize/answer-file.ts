import { finish, type Sliced } from '../../base/loop-slices.ts';
import type { StoredObject } from '../../schema/snapshot-manifest.ts';
import {
  answerOf,
  type InsightSource,
  receivedSource,
  type SentSource,
  writeAnswer,
} from '../execution/insight-body.ts';
import { factsOfBytes } from './checked-bytes.ts';

/** The answer of an insight as its snapshot keeps it. */
export interface AnswerFile {
  readonly bytes: Uint8Array;
  readonly facts: StoredObject;
  /** Number of results, each on a line of its own; null when the results are one value and no list. */
  readonly items: number | null;
}

export function* answerFile(source: InsightSource): Sliced<AnswerFile> {
  const answer = yield* answerOf(source);
  const bytes = yield* writeAnswer(answer);
  const items = Array.isArray(answer.results) ? answer.results.length : null;
  return { bytes, facts: yield* factsOfBytes(bytes), items };
}

/** As `answerFile`, in one go for a thread. */
export function answerFileOfSent(source: SentSource): AnswerFile {
  return finish(answerFile(receivedSource(source)));
}
