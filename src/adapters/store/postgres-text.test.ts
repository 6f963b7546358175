import { expect, test } from 'vitest';
import { fromStoredText, toStoredText } from './postgres-text.ts';

test.each([
  ['plain', 'plain'],
  ['a\0b', 'a\uE0000b'],
  ['\uE000', '\uE0001'],
  ['\uE0000', '\uE00010'],
  ['\0\0\uE0001', '\uE0000\uE0000\uE00011'],
  ['', ''],
])('%j is stored as %j and read back', (text, stored) => {
  expect(toStoredText(text)).toBe(stored);
  expect(fromStoredText(stored)).toBe(text);
});
