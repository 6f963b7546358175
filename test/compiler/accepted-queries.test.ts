import { beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import { compileStatement } from '../../src/query/compiler/compile.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { comparableType } from '../fixtures/compiler/comparable-type.ts';
import { ACCEPTED_QUERIES } from '../fixtures/compiler/corpus.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { SAMPLED_PROJECT_ID, shareEngine } from '../fixtures/share-engine.ts';

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

const PROJECTS = [
  { name: 'UTC', project: testProject({ projectId: SAMPLED_PROJECT_ID }) },
  {
    name: 'another zone, merged persons',
    project: testProject({
      projectId: SAMPLED_PROJECT_ID,
      timezone: 'Asia/Tokyo',
      hasPersonOverrides: true,
    }),
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
    const { projectId } = project;
    const answer = await engine.query(queryOf(query.sql, { parameters: query.parameters, projectId }));
    const declared = compiled.columns.map((column) => column.type);
    expect(answer.columns.map((column, at) => comparableType(column.type, declared[at] ?? ''))).toEqual(
      declared,
    );
  });
});
