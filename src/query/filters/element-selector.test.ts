import { describe, expect, test } from 'vitest';
import { selectorPattern, tagPattern } from './element-selector.ts';
import { regexProblem } from './regex-problem.ts';

/** `<form><div class="cart"><button class="primary big" id="buy" data-n="1">Say "now; button.x"</button>...` */
const CHAIN = [
  'button.big.primary:attr__class="big primary"attr__data-n="1"attr__id="buy"attr_id="buy"nth-child="2"nth-of-type="1"text="Say \\"now; i.x:\\""',
  'div.cart:attr__class="cart"nth-child="1"',
  'section.md:w-1:attr__class="md:w-1"nth-child="1"',
  'form',
].join(';');

describe('a selector', () => {
  test.each([
    ['button', true],
    ['form', true],
    ['butto', false],
    ['on', false],
    ['i', false],
    ['*', true],
    ['.primary', true],
    ['button.primary.big', true],
    ['.big.cart', false],
    ['.car', false],
    ['.art', false],
    ['.prim', false],
    ['.md\\:w-1', true],
    ['section.md\\:w-1:nth-child(1)', true],
    ['#buy', true],
    ['button#buy.big', true],
    ['#bu', false],
    ['[data-n]', true],
    ['[data-n="1"]', true],
    ["[ data-n = '1' ]", true],
    ['[data-n=1]', true],
    ['[data-n="2"]', false],
    ['[n="1"]', false],
    ['button#buy[data-n="1"]', true],
    ['[text="Say \\"now"]', undefined],
    [`[text='Say "now; i.x:"']`, true],
    [':nth-child(2)', true],
    ['button:nth-child(1)', false],
    ['div button', true],
    ['div > button', true],
    ['form button', true],
    ['form > button', false],
    ['form > section > div.cart > button.big', true],
    ['form div > button', true],
    ['button div', false],
    ['form>section   div', true],
    ['', undefined],
    ['> a', undefined],
    ['a >', undefined],
    ['a, b', undefined],
    ['a + b', undefined],
    ['a:hover', undefined],
    ['a[href^="x"]', undefined],
    ['.b*', undefined],
  ])('%s', (selector, expected) => {
    const pattern = selectorPattern(selector);
    expect(pattern === undefined ? undefined : new RegExp(pattern).test(CHAIN)).toBe(expected);
    // The engine must be able to read it too.
    if (pattern !== undefined) expect(regexProblem(pattern)).toBeUndefined();
  });

  test('does not match an event without elements', () => {
    expect(new RegExp(selectorPattern('*') ?? '').test('')).toBe(false);
  });
});

test.each([
  ['button', true],
  ['div', true],
  ['form', true],
  ['butto', false],
  ['i', false],
  ['big', false],
])('the tag %s', (tag, expected) => {
  expect(new RegExp(tagPattern(tag)).test(CHAIN)).toBe(expected);
});
