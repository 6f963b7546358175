import { expect, test } from 'vitest';
import { foreignEngine } from './foreign-engine.ts';

// [ENG-15.3]: one metadata store and one engine belong together.

const known = { engineId: 'one', form: 'process', version: 1 } as const;
const found = { host: '10.0.0.5:8701', form: 'process', engineId: 'one' } as const;

test('a store takes a new engine, and then knows it again', () => {
  expect(foreignEngine({ ...found, engineId: '' }, undefined)).toBeNull();
  expect(foreignEngine(found, known)).toBeNull();
});

test('an engine that was about to get its id gets it', () => {
  expect(foreignEngine({ ...found, engineId: '' }, { ...known, version: 0 })).toBeNull();
  expect(foreignEngine(found, { ...known, version: 0 })).toBeNull();
});

test.each([
  ['a new engine', { ...found, engineId: '' }, known, 'is a new engine, but the events'],
  ['another engine', { ...found, engineId: 'two' }, known, 'is the engine two, but the events'],
  ['another form', { ...found, form: 'server' }, known, 'is a ClickHouse server, but the metadata store'],
  ['another store', found, undefined, 'has the events of another metadata store'],
  ['two ids', { ...found, engineId: 'one\ntwo' }, known, 'is the engine one'],
] as const)('%s is refused in one sentence that names the host and the way out', (_, one, store, says) => {
  const sentence = foreignEngine(one, store) ?? '';
  expect(sentence).toMatch(/^The host 10\.0\.0\.5:8701 of SLUICE_ENGINE_URL /);
  expect(sentence).toContain(says);
  expect(sentence).toMatch(/: name (that one|its store), or [^.]*\.$/);
});
