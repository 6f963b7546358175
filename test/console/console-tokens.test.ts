import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

// What the colours promise: texts and marks can be read on every ground, and series can be told apart. (WCAG 1.4.3)

type Colour = readonly [red: number, green: number, blue: number];
type Scheme = 'light' | 'dark';

const text = readFileSync(resolve(import.meta.dirname, '../../console/src/styles/tokens.css'), 'utf8');
const pairs = [...text.matchAll(/--([\w-]+): light-dark\((#[0-9a-fA-F]{6}), (#[0-9a-fA-F]{6})\)/g)];
const tokens = new Map(pairs.map(([, name = '', light = '', dark = '']) => [name, { light, dark }]));

function colourOf(name: string, scheme: Scheme): Colour {
  const hex = tokens.get(name)?.[scheme];
  if (hex === undefined) throw new Error(`no colour ${name}`);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Colour;
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** Relative luminance of WCAG 2. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map(linear) as unknown as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [high, low] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** Distance in OKLab, times 100. */
function distance(one: Colour, other: Colour): number {
  const [a, b] = [oklab(one), oklab(other)];
  return 100 * Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)));
}

function oklab(colour: Colour): readonly number[] {
  const [r, g, b] = colour.map(linear) as unknown as Colour;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const GROUNDS = ['canvas', 'surface', 'raised'];
const TEXTS = ['ok', 'warn', 'danger', 'accent', 'flow-direct-text'];
const MARKS = ['line-strong', 'focus', 'flow-cache', 'flow-snapshot', 'flow-direct'];
const SERIES = [1, 2, 3, 4, 5, 6, 7, 8].map((place) => `series-${place}`);

test('black on white is 21:1, and a colour is no distance from itself', () => {
  expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21);
  expect(distance([0.2, 0.4, 0.6], [0.2, 0.4, 0.6])).toBe(0);
  expect(distance([0, 0, 0], [1, 1, 1])).toBeCloseTo(100, 0);
});

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  const least = (name: string, grounds: readonly string[]) =>
    Math.min(...grounds.map((ground) => contrast(colourOf(name, scheme), colourOf(ground, scheme))));

  test.each(['ink', 'ink-2', 'ink-3'])('%s is 5:1 on every ground', (name) => {
    expect(least(name, GROUNDS)).toBeGreaterThanOrEqual(5);
  });

  test.each(TEXTS)('%s is 4.5:1 on every ground', (name) => {
    expect(least(name, GROUNDS)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['on-accent', 'accent'],
    ['danger', 'danger-soft'],
    ['ink', 'accent-soft'],
    ['ink-2', 'sunken'],
  ])('%s on %s is 4.5:1', (name, ground) => {
    expect(least(name, [ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(MARKS)('%s is 3:1 where it is drawn', (name) => {
    expect(least(name, ['raised'])).toBeGreaterThanOrEqual(3);
  });

  test('series stand out of their ground, and of one another', () => {
    const wanted = scheme === 'light' ? 3 : 4.2;
    for (const name of SERIES) expect(least(name, ['raised']), name).toBeGreaterThanOrEqual(wanted);
    for (const [at, one] of SERIES.entries()) {
      for (const other of SERIES.slice(at + 1)) {
        const apart = distance(colourOf(one, scheme), colourOf(other, scheme));
        expect(apart, `${one} and ${other}`).toBeGreaterThanOrEqual(10.6);
      }
    }
  });
});
