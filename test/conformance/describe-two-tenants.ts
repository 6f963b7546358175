import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineRows } from '../../src/adapters/engine/engine.ts';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import type { PlannedQuery } from '../../src/query/run-plan.ts';
import { CAPTURE_QUERIES } from '../fixtures/compiler/capture-queries.ts';
import { ACCEPTED_QUERIES } from '../fixtures/compiler/corpus.ts';
import { insertSampleRows, sampleRows } from '../fixtures/compiler/sample-rows.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

const CANARY = 'CANARY';
const QUERIES = [...ACCEPTED_QUERIES, ...CAPTURE_QUERIES];
const PROJECTS = [
  { name: 'UTC', project: testProject() },
  { name: 'merged persons', project: testProject({ timezone: 'Asia/Tokyo', hasPersonOverrides: true }) },
];

function planned(text: string, project: ReturnType<typeof testProject>): PlannedQuery {
  const compiled = compileStatement(parseSelect(text), { project, text });
  const rows = { limit: 1000, offset: 0 };
  return bindStatement(compiled, { values: new Map(), nowMs: Date.UTC(2026, 0, 8), rows }).query;
}

/** The rows as texts in a stable order: what the statement does not order may come in any. */
function rowsOf(answer: EngineRows): readonly string[] {
  const rows: readonly unknown[] = JSON.parse(`[${Buffer.from(answer.rows).toString('utf8')}]`);
  return rows.map((row) => JSON.stringify(row)).sort();
}

/**
 * Two answers for each statement: one of an engine that holds only project 1, one of an engine where project 2 has a
 * canary in every text. They must be the same rows, as reader (with the row policy) and as writer (without it: the
 * compiler's guard alone).
 * [SQL-9.1], [ENG-3.1].
 * @param isDeep each statement in each kind of project, else in one of them
 */
export function describeTwoTenants({ isDeep }: { readonly isDeep: boolean }): void {
  let alone: TestEngine;
  let shared: TestEngine;

  beforeAll(async () => {
    [alone, shared] = await Promise.all([startTestEngine(), startTestEngine()]);
    await insertSampleRows(alone.engine, sampleRows(1));
    await insertSampleRows(shared.engine, sampleRows(1));
    await insertSampleRows(shared.engine, sampleRows(2, CANARY));
    for (const { engine } of [alone, shared]) {
      await engine.ensureProject(1);
      await engine.ensureProject(2);
    }
  });

  afterAll(async () => {
    await alone.close();
    await shared.close();
  });

  describe.each(PROJECTS)('no row of another project is seen or counted: $name', ({ project }) => {
    const here = isDeep
      ? QUERIES
      : QUERIES.filter((_, at) => PROJECTS[at % PROJECTS.length]?.project === project);
    test.each(here)('%s', async (text) => {
      const { sql, parameters } = planned(text, project);
      const expected = rowsOf(await alone.engine.query(queryOf(sql, { parameters })));
      const asReader = rowsOf(await shared.engine.query(queryOf(sql, { parameters })));
      const asWriter = rowsOf(await shared.engine.command(sql, parameters));
      expect(asReader).toEqual(expected);
      expect(asWriter).toEqual(expected);
      expect(asWriter.join()).not.toContain(CANARY);
    });
  });

  test('the canary is there to be seen', async () => {
    const { sql, parameters } = planned('SELECT event FROM events', testProject({ projectId: 2 }));
    const answer = rowsOf(await shared.engine.query(queryOf(sql, { parameters, projectId: 2 })));
    expect(answer).toHaveLength(12);
    expect(answer.every((row) => row.includes(CANARY))).toBe(true);
  });
}
