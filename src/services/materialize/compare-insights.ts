import { finish, type Sliced } from '../../base/loop-slices.ts';
import {
  answerOf,
  type InsightSource,
  readAnswer,
  receivedSource,
  type SentSource,
  writeAnswer,
} from '../execution/insight-body.ts';
import { isSameAnswer } from './compare-answers.ts';

/** Compares two answers of an insight, which are read one after the other. */
export function* isSameInsight(a: InsightSource, b: InsightSource): Sliced<boolean> {
  const { results: own, ...ownRest } = yield* readAnswer(yield* writeAnswer(yield* answerOf(a)));
  const { results: other, ...otherRest } = yield* readAnswer(yield* writeAnswer(yield* answerOf(b)));
  if (!isSameAnswer(ownRest, otherRest)) return false;
  if (!Array.isArray(own) || !Array.isArray(other)) return isSameAnswer(own, other);
  if (own.length !== other.length) return false;
  for (const [place, item] of own.entries()) {
    if (!isSameAnswer(item, other[place])) return false;
    yield;
  }
  return true;
}

/** As `isSameInsight`, in one go for a thread. */
export function isSameSent({ a, b }: { readonly a: SentSource; readonly b: SentSource }): boolean {
  return finish(isSameInsight(receivedSource(a), receivedSource(b)));
}
