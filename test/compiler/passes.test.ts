import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { printStatement } from '../../src/query/compiler/clickhouse/print.ts';
import { resolveTyped } from '../../src/query/compiler/compile.ts';
import type { IrStatement } from '../../src/query/compiler/ir.ts';
import { combine } from '../../src/query/compiler/ir-map.ts';
import { visitQuery } from '../../src/query/compiler/ir-visit.ts';
import { guardProject } from '../../src/query/compiler/passes/guard-project.ts';
import { lowerProperties } from '../../src/query/compiler/passes/lower-properties.ts';
import type { PassContext } from '../../src/query/compiler/passes/pass.ts';
import { runPasses, WALKING_PASSES } from '../../src/query/compiler/passes/passes.ts';
import { parseSelect } from '../../src/query/language/parse.ts';
import { ACCEPTED_QUERIES } from '../fixtures/compiler/corpus.ts';
import { expectedText, PASS_FIXTURES, readPassFixtures, STEPS } from '../fixtures/compiler/pass-fixtures.ts';
import { testProjectWithLookups } from '../fixtures/compiler/test-project.ts';

// [SQL-9.1], [SQL-9.2], [SQL-10.2].

describe('each pass, by what it takes and gives', () => {
  test.each(
    readPassFixtures().map(
      (fixture) => [`${fixture.pass}: ${fixture.text.split('\n')[0]}`, fixture] as const,
    ),
  )('%s', (_, fixture) => {
    // `node scripts/write-pass-fixtures.ts` writes the file anew; read its diff.
    expect(fixture.text).toBe(expectedText(fixture));
  });

  test('every pass has a folder and every folder is of a pass', () => {
    expect(readdirSync(PASS_FIXTURES).sort()).toEqual([...STEPS.keys()].sort());
  });
});

describe('passes that share a walk', () => {
  const { context } = resolved('SELECT event FROM events');

  test('never rewrite the same kind of node: the guard cannot be replaced by another pass', () => {
    const guard = guardProject.rewrite(context);
    expect(() => combine([guard, { scan: (scan) => scan }])).toThrow(
      'two passes of one walk rewrite each scan',
    );
    expect(() => combine([{ scan: (scan) => scan }, guard])).toThrow(
      'two passes of one walk rewrite each scan',
    );
    const lower = lowerProperties.rewrite(context);
    expect(() => combine([lower, lower])).toThrow('two passes of one walk rewrite each expr');
    const all = combine(WALKING_PASSES.map((pass) => pass.rewrite(context)));
    expect(Object.keys(all)).toEqual(['table', 'select', 'columns', 'expr', 'scan']);
  });

  test.each(ACCEPTED_QUERIES)('give what they give one after the other: %s', (query) => {
    const together = resolved(query);
    const apart = resolved(query);
    const stepped = [...STEPS.values()].reduce(
      (statement, step) => step(statement, apart.context),
      apart.statement,
    );
    const printed = printStatement(runPasses(together.statement, together.context));
    expect(printed).toEqual(printStatement(stepped));
    expect(together.context.eventProperties).toEqual(apart.context.eventProperties);
    expect(together.context.lookupSubjects).toEqual(apart.context.lookupSubjects);
    expect(together.context.own).toEqual(apart.context.own);
  });
});

test.each(ACCEPTED_QUERIES)('only guarded scans leave the passes: %s', (query) => {
  const { statement, context } = resolved(query);
  const { ctes, query: passed } = runPasses(statement, context);
  const kinds = new Set<string>();
  for (const each of [...ctes.map((cte) => cte.query), passed]) {
    visitQuery(each, {
      source: (source) => {
        kinds.add(source.kind);
        if (source.kind !== 'guarded' && source.kind !== 'flat') return;
        const { condition, innerAlias } = source.scan;
        expect(condition).toMatchObject({
          engine: 'equals',
          args: [
            { kind: 'column', table: innerAlias, column: 'project_id' },
            { kind: 'system', name: 'team' },
          ],
        });
      },
    });
  }
  expect(kinds).not.toContain('table');
  expect(kinds).not.toContain('scan');
});

function resolved(query: string): { readonly statement: IrStatement; readonly context: PassContext } {
  const project = testProjectWithLookups();
  const { resolved: found, context } = resolveTyped(parseSelect(query), { project, text: query });
  if (!found) throw new Error(`not resolved: ${query}`);
  const { statement, columns } = found;
  const { names } = context;
  return {
    statement,
    context: {
      ...{ project, names, columns, stream: undefined, isConstrained: false },
      ...{ eventProperties: new Set(), lookupSubjects: new Map(), own: {} },
    },
  };
}
