import { beforeAll, describe, expect, test } from 'vitest';
import { parseExpression, parseSelect } from '../../src/query/language/parse.ts';
import { readCorpus } from '../fixtures/language/read-corpus.ts';
import { checkReadAlike } from './check-read-alike.ts';
import { comparableTree } from './comparable-tree.ts';
import { ReferenceParser } from './reference-parser.ts';

// Every line of the corpus, read by our parser and by the published one, gives the same tree; `comparable-tree.ts`
// lists what is not compared. What ours reads beyond the other is in `additions.txt`, with the text that it stands for.
// [SQL-1.1].

let reference: ReferenceParser;

beforeAll(async () => {
  reference = await ReferenceParser.create();
});

describe('the same tree as the published parser', () => {
  test('the corpus is large', () => {
    expect(readCorpus('statements').length + readCorpus('expressions').length).toBeGreaterThan(900);
  });

  test.each(readCorpus('expressions'))('expression %s', async (text) => {
    expect(comparableTree(parseExpression(text))).toEqual(comparableTree(await reference.expression(text)));
  });

  test.each(readCorpus('statements'))('statement %s', async (text) => {
    expect(comparableTree(parseSelect(text))).toEqual(comparableTree(await reference.select(text)));
  });

  test.each(readCorpus('additions'))('addition %s', async (line) => {
    const [ours = '', theirs = ''] = line.split(' => ');
    expect(comparableTree(parseExpression(ours))).toEqual(comparableTree(await reference.expression(theirs)));
  });

  test('random trees', async () => {
    expect(await checkReadAlike(reference, 500)).toBeGreaterThan(300);
  });
});
