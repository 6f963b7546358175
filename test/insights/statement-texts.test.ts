import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from '@ts-morph/common';
import { describe, expect, test } from 'vitest';
import { parseExpression, parseSelect } from '../../src/query/language/parse.ts';

// Insights are written as texts of the dialect, see `query/language/dialect.ts`. A text is parsed when its call site is
// first reached; here all of them are, so that one on a rare way cannot be broken unseen.

const INSIGHTS = join(import.meta.dirname, '../../src/query/insights');

const KINDS = ['trends', 'funnels', 'retention', 'lifecycle', 'stickiness', 'paths'];

interface DialectText {
  readonly tag: string;
  readonly text: string;
}

/** The tagged templates of a file, with `{hole}` where a value is filled in. */
function textsOf(file: string): readonly DialectText[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const texts: DialectText[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node))
      texts.push({ tag: node.tag.getText(), text: joined(node.template) });
    node.forEachChild(walk);
  };
  walk(source);
  return texts.filter(({ tag }) => tag === 'statement' || tag === 'expression');
}

function joined(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return template.templateSpans.reduce(
    (text, span) => `${text}{hole}${span.literal.text}`,
    template.head.text,
  );
}

function parse({ tag, text }: DialectText): unknown {
  return tag === 'statement' ? parseSelect(text) : parseExpression(text);
}

const files = readdirSync(INSIGHTS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => [path, textsOf(join(INSIGHTS, path))] as const)
  .filter(([, texts]) => texts.length > 0);

test.each(files)('every text of %s is one of the dialect', (_, texts) => {
  for (const text of texts) expect(() => parse(text), text.text).not.toThrow();
});

describe.each(KINDS)('%s', (kind) => {
  test('has a file with the text of its statement', () => {
    const own = files.filter(([path]) => path.startsWith(`${kind}/`) && path.endsWith('-statement.ts'));
    const statements = own.flatMap(([, texts]) => texts).filter(({ tag }) => tag === 'statement');
    expect(statements.some(({ text }) => /\bSELECT\b[\s\S]*\bFROM\b/.test(text))).toBe(true);
  });
});

test('a broken text is found', () => {
  expect(() => parse({ tag: 'statement', text: 'SELECT FROM events' })).toThrow();
});
