import { expect, test } from 'vitest';
import { formField } from './form-field.ts';

// [CAP-2.1].

async function read(form: string, name: string, pieceBytes = 1000): Promise<string> {
  async function* pieces() {
    const bytes = Buffer.from(form);
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const value: Uint8Array[] = [];
  for await (const piece of formField(pieces(), name)) value.push(piece);
  return Buffer.concat(value).toString();
}

test.each([
  ['data=abc', 'abc'],
  ['ver=1&data=a%2Bb+c&x=y', 'a+b c'],
  ['d%61ta=%67r%C3%B6%c3%9fe', 'größe'],
  ['data=1&data=2', '1'],
  ['data=a=b=', 'a=b='],
  ['data=', ''],
  ['xdata=1&data2=2', ''],
  [`${'&'.repeat(5000)}data=1`, '1'],
  [`${'n'.repeat(5000)}=1&data=2`, '2'],
  ['', ''],
])('%.30s', async (form, expected) => {
  for (const pieceBytes of [1000, 1, 3]) expect(await read(form, 'data', pieceBytes)).toBe(expected);
  if (form.length < 1000) expect(new URLSearchParams(form).get('data') ?? '').toBe(expected);
});
