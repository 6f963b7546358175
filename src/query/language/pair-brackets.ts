import type { Token } from './token.ts';

/** For each token that is an opening round bracket the index of its closing one; -1 for every other token. */
export function pairBrackets(tokens: readonly Token[]): Int32Array {
  const partner = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  tokens.forEach(({ key }, index) => {
    if (key === '(') open.push(index);
    if (key !== ')') return;
    const opener = open.pop();
    if (opener !== undefined) partner[opener] = index;
  });
  return partner;
}
