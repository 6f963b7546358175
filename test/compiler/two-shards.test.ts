import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../src/adapters/engine/engine.ts';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { ACCEPTED_QUERIES } from '../fixtures/compiler/corpus.ts';
import { insertSampleRows, sampleRows } from '../fixtures/compiler/sample-rows.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import type { StartedEngine } from '../fixtures/engine-forms.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { startTestEngine } from '../fixtures/start-engine.ts';
import { startTwoShards } from '../fixtures/start-two-shards.ts';

// Every accepted query answers the same rows from one node and from two shards, merged persons included.
// [ENG-10.1], [ENG-10.2].

let one: StartedEngine;
let two: StartedEngine;

beforeAll(async () => {
  [one, two] = await Promise.all([startTestEngine(), startTwoShards()]);
  for (const { engine } of [one, two]) {
    await engine.ensureProject(1);
    await insertSampleRows(engine, sampleRows(1));
  }
});

afterAll(async () => {
  await Promise.all([one?.close(), two?.close()]);
});

const project = testProject({ timezone: 'Asia/Tokyo', hasPersonOverrides: true });

async function rowsOf(engine: Engine, text: string): Promise<readonly string[]> {
  const compiled = compileStatement(parseSelect(text), { project, text });
  const { query } = bindStatement(compiled, {
    values: new Map(),
    nowMs: Date.UTC(2026, 0, 8),
    rows: { limit: 100, offset: 0 },
  });
  const answer = await engine.query(queryOf(query.sql, { parameters: query.parameters }));
  const rows: readonly unknown[] = JSON.parse(`[${Buffer.from(answer.rows).toString('utf8')}]`);
  return rows.map((row) => JSON.stringify(text.includes('groupArray(') ? withoutOrder(row) : row));
}

/** `groupArray` gathers in the order of reading, which no form promises. */
function withoutOrder(row: unknown): unknown {
  const cells: readonly unknown[] = Array.isArray(row) ? row : [];
  return cells.map((cell) => (Array.isArray(cell) ? cell.toSorted() : cell));
}

test.each(ACCEPTED_QUERIES)('%s', async (text) => {
  const [expected, found] = await Promise.all([one, two].map(({ engine }) => rowsOf(engine, text)));
  expect(found?.toSorted()).toEqual(expected?.toSorted());
});
