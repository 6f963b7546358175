import { expect, test } from 'vitest';
import { laneOfProject } from './lane-of-project.ts';

// [CAP-10.2]

test.each([2, 3, 4, 7, 16])('projects spread evenly over %i lanes, whatever their ids', (lanes) => {
  for (const step of [1, 2, 7, 1024]) {
    const counts = new Map<number, number>();
    for (let index = 1; index <= 1_000; index += 1) {
      const lane = laneOfProject(index * step, lanes);
      counts.set(lane, (counts.get(lane) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((one, other) => one - other)).toEqual([...Array(lanes).keys()]);
    expect(Math.max(...counts.values())).toBeLessThan((2 * 1_000) / lanes);
  }
});
