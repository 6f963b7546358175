import { expect, test } from 'vitest';
import { bucketPlaces, nearestPlace, shownLabels, spreadLabels, valueAxis } from './chart-scales.ts';

const box = { left: 40, top: 10, width: 400, height: 200 };

test('an axis holds 0, ends at a round value and grows upward', () => {
  const axis = valueAxis(box, 30, 87, true);
  expect(axis.ticks[0]).toBe(0);
  expect(axis.at(0)).toBe(210);
  expect(axis.at(axis.ticks.at(-1) ?? 0)).toBeGreaterThanOrEqual(10);
  expect(axis.at(87)).toBeLessThan(axis.at(30));
});

test('an axis of counts has whole ticks, one without values has a length', () => {
  expect(valueAxis(box, 0, 2, true).ticks).toEqual([0, 1, 2]);
  const empty = valueAxis(box, 0, 0, true);
  expect(empty.at(0)).toBe(210);
  expect(empty.at(1)).toBe(10);
});

test('values below 0 stand below the line of 0', () => {
  const axis = valueAxis(box, -40, 100, true);
  expect(axis.at(-40)).toBeGreaterThan(axis.at(0));
});

test('buckets spread over the width, a single one stands in the middle', () => {
  expect(bucketPlaces(box, 3)).toEqual([40, 240, 440]);
  expect(bucketPlaces(box, 1)).toEqual([240]);
  expect(nearestPlace([40, 240, 440], 260)).toBe(1);
  expect(nearestPlace([], 260)).toBe(-1);
});

test('labels are thinned from the newest on', () => {
  expect(shownLabels(5, 400, 60)).toEqual([0, 1, 2, 3, 4]);
  expect(shownLabels(10, 300, 60)).toEqual([1, 3, 5, 7, 9]);
  expect(shownLabels(0, 300, 60)).toEqual([]);
});

test('names at the ends keep their distance, their order and their bounds', () => {
  expect(spreadLabels([100, 20], 14, [0, 200])).toEqual([100, 20]);
  expect(spreadLabels([100, 101, 99], 14, [0, 200])).toEqual([113, 127, 99]);
  expect(spreadLabels([198, 199], 14, [0, 200])).toEqual([186, 200]);
  const crowded = spreadLabels([5, 5, 5, 5], 14, [0, 30]);
  expect(crowded).toEqual([0, 10, 20, 30]);
});
