import { expect, test } from 'vitest';
import { RowBinaryWriter, textAt, uuidTextAt } from './row-binary.ts';

const written = (write: (writer: RowBinaryWriter) => void): Buffer => {
  const writer = new RowBinaryWriter(0);
  write(writer);
  return writer.written;
};

test.each([
  ['0', 0, '0000000000000000'],
  ['the microseconds of a day in 2026', 1767603600123456, '4066b048a0470600'],
  ['the largest safe integer', Number.MAX_SAFE_INTEGER, 'ffffffffffff1f00'],
])('an integer: %s', (_name, value, hex) => {
  expect(written((writer) => writer.uint64(value)).toString('hex')).toBe(hex);
});

test('a uuid is two numbers of 8 bytes, each from its end', () => {
  const uuid = '00112233-4455-6677-8899-aabbccddeeff';
  const bytes = written((writer) => writer.uuid(uuid));
  expect(bytes.toString('hex')).toBe('7766554433221100ffeeddccbbaa9988');
  expect(uuidTextAt(Buffer.concat([Buffer.from('x'), bytes]), 1)).toBe(uuid);
});

test.each([
  ['empty', '', '00'],
  ['short', 'ab', '026162'],
  ['of more bytes than characters', 'é', '02c3a9'],
  ['whose length needs more bytes than its characters', 'é'.repeat(64), `8001${'c3a9'.repeat(64)}`],
  ['of 200 bytes', 'x'.repeat(200), `c801${'78'.repeat(200)}`],
  ['of 70,000 bytes', 'x'.repeat(70_000), `f0a204${'78'.repeat(70_000)}`],
])('a text %s', (_name, text, hex) => {
  const bytes = written((writer) => writer.text(text));
  expect(bytes.toString('hex')).toBe(hex);
  expect(textAt(Buffer.concat([Buffer.from('x'), bytes]), 1)).toEqual({ text, end: bytes.length + 1 });
});

test('values stand behind one another however long they are', () => {
  const bytes = written((writer) => {
    for (let index = 0; index < 100; index += 1) writer.text('x'.repeat(index));
    writer.ready(Buffer.from('end'));
  });
  let at = 0;
  for (let index = 0; index < 100; index += 1) {
    const { text, end } = textAt(bytes, at);
    expect(text).toBe('x'.repeat(index));
    at = end;
  }
  expect(bytes.toString('utf8', at)).toBe('end');
});
