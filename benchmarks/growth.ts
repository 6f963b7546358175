import type { LookupAnswer } from '../src/schema/lookup-answer.ts';
import { type GrowingTable, openGrowingTable } from './growth/growing-table.ts';
import { type Measured, measureReads, measureWrites } from './growth/measure-tenant.ts';
import type { Benchmark, Row } from './measure/round.ts';

/** Events in the table, beside those of the small tenant. */
const SIZES = [1_000_000, 10_000_000, 50_000_000] as const;

/** Whose events those are that grow. */
const SHAPES = { 'one project': 1, 'many projects': 1_000 } as const;

/**
 * What tenants wait for while the table grows: the one whose events grow, and a small one whose events stay as many.
 * Capture and imports go to the first that grows. The parts are `one project` and `many projects`.
 */
export const growth: Benchmark = {
  question: 'What does a growing table cost lookups, trends, capture and imports?',
  measure: async (scale = 1, part = '') => {
    const rows: Row[] = [];
    for (const [shape, projects] of Object.entries(SHAPES))
      if (shape.includes(part)) rows.push(...(await grow(shape, projects, scale)));
    return rows;
  },
};

const TENANTS = ['small tenant', 'tenant that grows'] as const;

async function grow(shape: string, projects: number, scale: number): Promise<readonly Row[]> {
  const table = await openGrowingTable(projects, SIZES[0] * scale);
  try {
    const first = new Map<string, number>();
    const rows: Row[] = [];
    for (const size of SIZES) {
      const lookups = await table.growTo(size * scale);
      rows.push(
        ...lookups.map((lookup, at) =>
          lookupRow(`${shape}, ${(size * scale) / 1e6} M: ${TENANTS[at]}`, lookup),
        ),
      );
      for (const measured of await measure(table)) {
        const { what, value } = measured;
        if (size === SIZES[0]) first.set(what, value);
        rows.push(rowOf(`${shape}, ${(size * scale) / 1e6} M: ${what}`, measured, first.get(what)));
      }
    }
    return rows;
  } finally {
    await table.service.close();
  }
}

async function measure({ service, small, growing }: GrowingTable): Promise<readonly Measured[]> {
  const named = (tenant: string, all: readonly Measured[]): readonly Measured[] =>
    all.map((each) => ({ ...each, what: `${tenant}, ${each.what}` }));
  return [
    ...named(TENANTS[0], await measureReads(small)),
    ...named(TENANTS[1], await measureReads(growing)),
    ...(await measureWrites(service, growing)),
  ];
}

/** Whether the lookup that the next rows speak of is there. */
function lookupRow(tenant: string, { state, reason }: LookupAnswer): Row {
  return { what: `${tenant}, lookup`, value: state, relation: reason };
}

function rowOf(what: string, { value, unit }: Measured, first = value): Row {
  const shown = value.toLocaleString('en', { maximumFractionDigits: unit === 'ms' ? 1 : 0 });
  const relation = `${(value / first).toFixed(2)} of the smallest table`;
  return { what, value: `${shown} ${unit}`, relation };
}
