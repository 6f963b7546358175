import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { printExpression, printHogql } from '../../src/query/language/print-hogql.ts';
import { growth } from '../fixtures/language/random-tree.ts';
import { RandomSource } from '../fixtures/random-source.ts';
import { seed } from '../fixtures/test-scale.ts';
import { comparableTree } from './comparable-tree.ts';
import type { ReferenceParser } from './reference-parser.ts';

/** What the published parser refuses, misreads, or breaks on: texts with it are not compared. */
const NOT_COMPARABLE: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/(IGNORE|RESPECT) NULLS|NULLS (FIRST|LAST)|REPLACE \(|IN \(\)/, 'additions of ours'],
  [/INTERPOLATE/, 'breaks its instance'],
  [/\b(except|intersect|within|materialized)\b/, 'refused as names there'],
  [/\\0/, 'it drops the character NUL'],
  [/NOT \(/, '`NOT (a) = b` is `not(a) = b` there; here and in ClickHouse it is NOT (a = b)'],
  [/\b(true|false)\(/, 'a call there, a call of a constant here'],
  [/\)\(\) OVER/, 'empty arguments behind parameters cannot be told from the parameters'],
  [
    /, (`[^`]*`|[\w$]+) ->/,
    '`f(a, x -> x)`: there `a` is a second parameter of the lambda, here and in ClickHouse an argument',
  ],
  [/position/, 'position(a IN b) is rewritten here'],
  [
    /(^|[^\w`$])\((`[^`]*`|[\w$]+)\)\(/,
    '`(a)(b)`: a call of the function a there, a call of what the field a holds here',
  ],
  [/% OFFSET/, '`LIMIT 5 % OFFSET 2` is the remainder by a column there, a percentage here'],
];

/**
 * Prints random trees and reads the text with the published parser, which must see the same tree. Only short texts:
 * long ones take it seconds. Returns how many of `count` were compared.
 */
export async function checkReadAlike(reference: ReferenceParser, count: number): Promise<number> {
  const random = new RandomSource(seed() + 2);
  const different: object[] = [];
  let compared = 0;
  for (let run = 0; run < count; run += 1) {
    const grow = growth(random, 1 + random.below(7));
    const isStatement = random.oneIn(2);
    const [tree, text] = isStatement
      ? printed(grow.statement(), printHogql)
      : printed(grow.expression(), printExpression);
    if (text.length > 120 || NOT_COMPARABLE.some(([pattern]) => pattern.test(text))) continue;
    const theirs = isStatement ? await reference.select(text) : await reference.expression(text);
    const [read, meant] = [comparableTree(theirs), comparableTree(tree)];
    if (!isDeepStrictEqual(read, meant)) different.push({ text, read, meant });
    compared += 1;
  }
  expect(different).toEqual([]);
  return compared;
}

function printed<Tree>(tree: Tree, print: (tree: Tree) => string): readonly [tree: Tree, text: string] {
  return [tree, print(tree)];
}
