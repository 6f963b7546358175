import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

// Prose is read beside code: no line of a document or of a comment is longer than 120 characters.

const ROOT = resolve(import.meta.dirname, '../..');
const MOST = 120;

/** Written by scripts out of tables of the source. */
const GENERATED = [
  'docs/errors.md',
  'docs/functions.md',
  'docs/settings.md',
  'docs/packages-without-checksum.md',
];

/** Examples stand as they are typed and answered. */
const EXAMPLE = /^```[\s\S]*?^```/gm;

function read(path: string): string {
  const text = readFileSync(resolve(ROOT, path), 'utf8');
  return path.endsWith('.md') ? text.replaceAll(EXAMPLE, (lines) => lines.replaceAll(/.+/g, '')) : text;
}

function found(pattern: readonly string[]): readonly string[] {
  return pattern.flatMap((each) => globSync(each, { cwd: ROOT })).filter((path) => !GENERATED.includes(path));
}

/** A row of a table cannot be broken, nor can what has no space. */
function isLong(line: string): boolean {
  return line.length > MOST && !/^\s*\|/.test(line) && line.slice(0, MOST).trimStart().includes(' ');
}

function longLines(text: string, matters: (line: string) => boolean = () => true): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, at) => (isLong(line) && matters(line) ? [`line ${at + 1} has ${line.length}`] : []));
}

/** A line that is nothing but a comment; rows of a file's table of comments are none. */
function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*)/.test(line);
}

const problems = (paths: readonly string[], matters?: (line: string) => boolean): readonly string[] =>
  paths.flatMap((path) => longLines(read(path), matters).map((line) => `${path}, ${line}`));

describe('no line is longer than 120 characters', () => {
  const documents = found(['*.md', '{docs,src,test,benchmarks,scripts}/**/*.md']);
  const sources = found(['*.ts', '{src,test,benchmarks,scripts}/**/*.{ts,mjs}']);

  test('of a document', () => {
    expect(documents.length).toBeGreaterThan(60);
    expect(problems(documents)).toEqual([]);
  });

  test('of a comment', () => {
    expect(sources.length).toBeGreaterThan(900);
    expect(problems(sources, isComment)).toEqual([]);
  });
});

test('a long line is found', () => {
  const words = 'word '.repeat(25);
  expect(longLines(`short\n${words}\n| ${words}|\n${'x'.repeat(130)}`)).toEqual(['line 2 has 125']);
  expect(longLines(`// ${words}\nconst x = '${words}';`, isComment)).toEqual(['line 1 has 128']);
});
