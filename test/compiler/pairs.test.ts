import { beforeAll, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../src/adapters/engine/embedded/supervisor.ts';
import { bindStatement } from '../../src/query/compiler/bind.ts';
import type { VariableValue } from '../../src/query/compiler/coerce-variable.ts';
import { type CompiledStatement, compileStatement } from '../../src/query/compiler/compile.ts';
import { parseDate } from '../../src/query/filters/relative-date.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { readPairs } from '../fixtures/compiler/read-pairs.ts';
import { shownText } from '../fixtures/compiler/shown-text.ts';
import { testProject } from '../fixtures/compiler/test-project.ts';
import { queryOf } from '../fixtures/engine-query.ts';
import { shareEngine } from '../fixtures/share-engine.ts';

let engine: EmbeddedEngine;

beforeAll(async () => {
  engine = await shareEngine();
});

/** A value for every variable of a statement, or NULL for those that can be. */
function sampleValues({ variables }: CompiledStatement, asNull: boolean): ReadonlyMap<string, VariableValue> {
  return new Map(
    variables.map(({ name, type, nullable }) => [
      name,
      asNull && nullable ? { kind: 'null' } : sampleValue(type),
    ]),
  );
}

function sampleValue(type: CompiledStatement['variables'][number]['type']): VariableValue {
  switch (type) {
    case 'String':
      return { kind: 'text', text: '00000000-0000-0000-0000-000000000001' };
    case 'Number':
      return { kind: 'number', number: 1n };
    case 'Boolean':
      return { kind: 'truth', truth: true };
    case 'List':
      return { kind: 'list', items: [] };
    case 'Date': {
      const date = parseDate('2026-01-05');
      if (date.kind === 'all') throw new Error('not a date');
      return { kind: 'date', text: '2026-01-05', date };
    }
  }
}

test.each(readPairs())('$file: $title', async ({ file, query, expected }) => {
  const project = file.startsWith('zone')
    ? testProject({ timezone: 'Asia/Tokyo' })
    : testProject({ hasPersonOverrides: file.startsWith('merged') });
  const compiled = compileStatement(parseSelect(query), { project, text: query });
  expect(shownText(compiled)).toBe(expected.replaceAll(/\s*\n\s*/g, ' '));
  for (const asNull of [false, true]) {
    const values = sampleValues(compiled, asNull);
    const bound = bindStatement(compiled, { values, nowMs: 0, rows: { limit: 10, offset: 0 } });
    await engine.query(queryOf(bound.query.sql, { parameters: bound.query.parameters }));
  }
});
