import { beforeAll, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { cohortsOf } from '../../src/query/cohorts-of.ts';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import type { CohortFilters } from '../../src/schema/cohort-filters.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { insertWorld } from '../fixtures/insight-lab.ts';
import { newProjectId } from '../fixtures/new-project-id.ts';
import { shareEngine } from '../fixtures/share-engine.ts';
import { generateWorld } from '../oracle/generate-world.ts';

// How much the engine reads for cohorts: each is one set, however often a statement names it.

let engine: EmbeddedEngine;
let projectId: number;
beforeAll(async () => {
  engine = await shareEngine();
  projectId = newProjectId();
  await insertWorld(engine, generateWorld(1).world, projectId);
});

const performed = (key: string): CohortFilters => ({
  properties: {
    type: 'AND',
    values: [{ type: 'behavioral', value: 'performed_event', key, time_value: 10, time_interval: 'year' }],
  },
});

async function rowsRead(text: string): Promise<number> {
  const cohorts = cohortsOf(
    new Map(
      ['view', 'buy'].map((name, at) => [
        at + 1,
        { id: at + 1, name, revision: 1, filters: performed(name) },
      ]),
    ),
  );
  const project = testProject({ projectId, cohorts });
  const compiled = compileStatement(parseSelect(text), { project, text, nowMs: Date.UTC(2026, 0, 8) });
  const rows = { limit: 100, offset: 0 };
  const { query } = bindStatement(compiled, { values: new Map(), nowMs: Date.UTC(2026, 0, 8), rows });
  const { statistics } = await engine.query(queryOf(query.sql, { parameters: query.parameters, projectId }));
  return statistics.rowsRead;
}

test('a cohort that is named four times is read once', async () => {
  const once = await rowsRead('SELECT countIf(id IN COHORT 1) FROM persons');
  const often = await rowsRead(
    "SELECT countIf(id IN COHORT 1), countIf(id IN COHORT 'view'), countIf(id NOT IN COHORT 1) FROM persons WHERE id NOT IN COHORT 1",
  );
  const two = await rowsRead('SELECT countIf(id IN COHORT 1), countIf(id IN COHORT 2) FROM persons');
  expect(often).toBe(once);
  expect(two).toBeGreaterThan(once);
});
