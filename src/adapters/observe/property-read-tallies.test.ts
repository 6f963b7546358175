import { expect, test } from 'vitest';
import { PropertyReadTallies } from './property-read-tallies.ts';

const DAY_MS = 86_400_000;

test('reads add up by project, property and day', () => {
  const tallies = new PropertyReadTallies();
  const read = {
    kind: 'property_reads',
    projectId: 1,
    properties: ['a', 'b'],
    rowsRead: 3,
    atMs: 5,
  } as const;
  tallies.add(read);
  tallies.add({ ...read, properties: ['a'], atMs: DAY_MS - 1 });
  tallies.add({ ...read, properties: ['a'], atMs: DAY_MS });
  tallies.add({ ...read, properties: ['a'], projectId: 2 });
  expect(tallies.list()).toEqual([
    { projectId: 1, name: 'a', dayMs: 0, rowsRead: 6 },
    { projectId: 1, name: 'b', dayMs: 0, rowsRead: 3 },
    { projectId: 1, name: 'a', dayMs: DAY_MS, rowsRead: 3 },
    { projectId: 2, name: 'a', dayMs: 0, rowsRead: 3 },
  ]);
});

test('a project that makes names up takes no place of others', () => {
  const tallies = new PropertyReadTallies();
  const properties = Array.from({ length: 5_000 }, (_, at) => `made up ${at}`);
  const read = { kind: 'property_reads', projectId: 1, properties, rowsRead: 1, atMs: 0 } as const;
  tallies.add(read);
  tallies.add({ ...read, projectId: 2, properties: ['plan'] });
  expect(tallies.list()).toHaveLength(1_001);
  expect(tallies.list().at(-1)).toMatchObject({ projectId: 2, name: 'plan' });
});
