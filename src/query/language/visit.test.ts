import { describe, expect, test } from 'vitest';
import { readCorpus } from '../../../test/fixtures/language/read-corpus.ts';
import type { AstNode } from './ast.ts';
import { constant, field } from './build.ts';
import { parseExpression, parseSelect } from './parse.ts';
import { printHogql } from './print-hogql.ts';
import { childrenOf, findNode, mapTree, visit } from './visit.ts';

/** Every node of a tree, found without the list of child keys: all objects with a kind. */
function allNodes(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(allNodes);
  return 'kind' in value ? [value, ...below] : below;
}

describe('the list of child keys', () => {
  test.each([...readCorpus('statements')])('reach every node of %s', (text) => {
    expectAllReached(parseSelect(text));
  });

  test.each([...readCorpus('expressions')])('reach every node of %s', (text) => {
    expectAllReached(parseExpression(text));
  });

  function expectAllReached(root: AstNode): void {
    const reached: AstNode[] = [];
    visit(root, { enter: (node) => reached.push(node) });
    expect(new Set(reached)).toEqual(new Set(allNodes(root)));
    expect(reached).toHaveLength(allNodes(root).length);
  }

  test('keep the order of the text', () => {
    const text = 'select a from b join c on d where e group by f having g order by h limit i offset j';
    const names: string[] = [];
    visit(parseSelect(text), {
      enter: (node) => {
        if (node.kind === 'Field') names.push(node.chain.join('.'));
      },
    });
    expect(names).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
  });
});

describe('visit', () => {
  test('enters before and leaves after the children, and tells the parents', () => {
    const steps: string[] = [];
    visit(parseExpression('f(a, not b)'), {
      enter: (node, parents) => steps.push(`${'  '.repeat(parents.length)}enter ${node.kind}`),
      leave: (node, parents) => steps.push(`${'  '.repeat(parents.length)}leave ${node.kind}`),
    });
    expect(steps).toEqual([
      'enter Call',
      '  enter Field',
      '  leave Field',
      '  enter Not',
      '    enter Field',
      '    leave Field',
      '  leave Not',
      'leave Call',
    ]);
  });

  test('leaves the children out when enter returns false', () => {
    const kinds: string[] = [];
    visit(parseExpression('f(a, not b)'), {
      enter: (node) => {
        kinds.push(node.kind);
        return node.kind !== 'Not';
      },
    });
    expect(kinds).toEqual(['Call', 'Field', 'Not']);
  });

  test('findNode returns the first match or undefined', () => {
    const tree = parseExpression('f(a, g(b), h(c))');
    const isCall = (node: AstNode) => node.kind === 'Call' && node.name !== 'f';
    expect(findNode(tree, isCall)).toMatchObject({ name: 'g' });
    expect(findNode(tree, (node) => node.kind === 'Lambda')).toBeUndefined();
  });
});

describe('mapTree', () => {
  const text = 'SELECT a, f(a, 1) FROM a WHERE b IN (SELECT a FROM c) WINDOW w AS (PARTITION BY a)';

  test('rewrites from the leaves up', () => {
    const renamed = mapTree(parseSelect(text), (node) => (isFieldA(node) ? field('z') : node));
    expect(printHogql(renamed)).toBe(
      'SELECT z, f(z, 1) FROM z WHERE b IN (SELECT z FROM c) WINDOW w AS (PARTITION BY z)',
    );
  });

  test('gives a node its changed children', () => {
    const folded = mapTree(parseExpression('1 + 2 + 3'), (node) => {
      if (node.kind !== 'ArithmeticOperation') return node;
      const [left, right] = [node.left, node.right];
      if (left.kind !== 'Constant' || right.kind !== 'Constant') return node;
      return constant(Number(left.value) + Number(right.value));
    });
    expect(folded).toEqual(constant(6));
  });

  test('keeps the identity of all that does not change', () => {
    const tree = parseSelect(text);
    expect(mapTree(tree, (node) => node)).toBe(tree);
    const changed = mapTree(tree, (node) => (node.kind === 'Constant' ? constant(2) : node));
    expect(changed).not.toBe(tree);
    expect(childrenOf(changed)[0]).toBe(childrenOf(tree)[0]);
    expect(childrenOf(changed)[1]).not.toBe(childrenOf(tree)[1]);
  });

  function isFieldA(node: AstNode): boolean {
    return node.kind === 'Field' && node.chain.join('.') === 'a';
  }
});
