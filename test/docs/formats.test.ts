import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { FORMATS, OUTPUT_FORMATS } from '../../src/schema/output-format.ts';

// docs/formats.md lists what FORMATS has: every name, and media types that ask for it.

const page = readFileSync(resolve(import.meta.dirname, '../../docs/formats.md'), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` \| (`[^|]+`) \|/gm)].map(([, name = '', types = '']) => ({
  name,
  types: types.split(', ').map((type) => type.replaceAll('`', '')),
}));

test('the table has every format, in order', () => {
  expect(rows.map(({ name }) => name)).toEqual(OUTPUT_FORMATS);
});

test.each(OUTPUT_FORMATS)('the media types of %s are those that Accept knows', (format) => {
  const { mediaType, aliases } = FORMATS[format];
  const types = rows.find(({ name }) => name === format)?.types ?? [];
  expect(types[0]).toBe(mediaType);
  const known = [mediaType, ...aliases].map((type) => type.split(';', 1)[0]);
  expect(known).toEqual(expect.arrayContaining(types));
});
