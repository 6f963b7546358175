import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { comparableType } from '../fixtures/compiler/comparable-type.ts';
import { ACCEPTED_QUERIES } from '../fixtures/compiler/corpus.ts';
import { insertSampleRows, sampleRows } from '../fixtures/compiler/sample-rows.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { startTestEngine, type TestEngine } from '../fixtures/start-engine.ts';

let server: TestEngine;

beforeAll(async () => {
  server = await startTestEngine();
  await server.engine.ensureProject(1);
  await insertSampleRows(server.engine, sampleRows(1));
});

afterAll(() => server.close());

const PROJECTS = [
  { name: 'UTC', project: testProject() },
  {
    name: 'another zone, merged persons',
    project: testProject({ timezone: 'Asia/Tokyo', hasPersonOverrides: true }),
  },
];

describe.each(PROJECTS)('the engine accepts and types every construct: $name', ({ project }) => {
  test.each(ACCEPTED_QUERIES)('%s', async (text) => {
    const compiled = compileStatement(parseSelect(text), { project, text });
    const { query } = bindStatement(compiled, {
      values: new Map(),
      nowMs: Date.UTC(2026, 0, 8),
      rows: { limit: 100, offset: 0 },
    });
    const answer = await server.engine.query(queryOf(query.sql, { parameters: query.parameters }));
    const declared = compiled.columns.map((column) => column.type);
    expect(answer.columns.map((column, at) => comparableType(column.type, declared[at] ?? ''))).toEqual(
      declared,
    );
  });
});
