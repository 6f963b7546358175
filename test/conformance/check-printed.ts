import { expect } from 'vitest';
import { parseExpression, parseSelect } from '../../src/query/language/parse.ts';
import { printExpression, printHogql } from '../../src/query/language/print-hogql.ts';
import { growth } from '../fixtures/language/random-tree.ts';
import { withoutSpans } from '../fixtures/language/without-spans.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { seed } from '../fixtures/test-scale.ts';

/** Prints and parses `count` random expressions; the message of a failure is the printed text. */
export function checkPrintedExpressions(count: number): void {
  const random = new RandomSource(seed());
  for (let run = 0; run < count; run += 1) {
    const tree = growth(random, 1 + random.below(30)).expression();
    const printed = printExpression(tree);
    expect(withoutSpans(parseExpression(printed)), printed).toEqual(tree);
  }
}

/** The same for statements. */
export function checkPrintedStatements(count: number): void {
  const random = new RandomSource(seed() + 1);
  for (let run = 0; run < count; run += 1) {
    const tree = growth(random, 1 + random.below(60)).statement();
    const printed = printHogql(tree);
    expect(withoutSpans(parseSelect(printed)), printed).toEqual(tree);
  }
}
