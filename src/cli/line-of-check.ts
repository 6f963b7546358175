import type { CheckLine } from '../app/check-engine.ts';

/** `PASS  version: 26.8.2.2` */
export function lineOfCheck({ verdict, about, found }: CheckLine): string {
  return `${verdict}  ${about}: ${found}`;
}
