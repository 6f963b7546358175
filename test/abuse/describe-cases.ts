import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AbuseCase, AbuseTable } from './abuse-case.ts';
import { complaint, judgeCase } from './judge-case.ts';
import { readTables } from './read-tables.ts';
import { type MeasuredService, startMeasuredService } from './start-measured-service.ts';

/** Tests of all tables. @param isDeep also the cases that take seconds */
export async function describeCases({ isDeep }: { readonly isDeep: boolean }): Promise<void> {
  const repeats = isDeep ? 7 : 5;
  for (const table of await readTables()) {
    const cases = table.cases.filter(({ deepOnly = false }) => isDeep || !deepOnly);
    if (cases.length > 0) describeTable({ ...table, cases }, repeats);
  }
}

function describeTable(table: AbuseTable, repeats: number): void {
  describe(table.title, () => {
    let service: MeasuredService;
    beforeAll(async () => {
      service = await startMeasuredService(table.settings);
      await table.prepare?.(service);
    });
    afterAll(() => service.close());
    test.each(table.cases.map((abuse) => [abuse.name, abuse] as const))('%s', async (_name, abuse) => {
      await expectFine(service, abuse, repeats);
    });
  });
}

async function expectFine(service: MeasuredService, abuse: AbuseCase, repeats: number): Promise<void> {
  const judgement = await judgeCase(service, abuse, repeats);
  const { status, code } = abuse.expected;
  for (const answer of judgement.answers)
    expect({ status: answer.status, code: answer.code }, answer.text?.slice(0, 1000)).toEqual({
      status,
      code,
    });
  const mark = abuse.expectedUntil === undefined ? '' : ` (until the issue on ${abuse.expectedUntil})`;
  console.log(`${judgement.stepMs.toFixed(1).padStart(7)} ms  ${abuse.name}${mark}`);
  expect(complaint(abuse, judgement)).toBeNull();
}
