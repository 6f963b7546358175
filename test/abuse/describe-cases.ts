import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GivenSettings } from '../../src/app/config.ts';
import type { AbuseCase, AbuseTable } from './abuse-case.ts';
import { complaint, judgeCase } from './judge-case.ts';
import { readTables } from './read-tables.ts';
import { type MeasuredService, startMeasuredService } from './start-measured-service.ts';

/** Tests of all tables. @param isDeep also the cases that take seconds */
export async function describeCases({ isDeep }: { readonly isDeep: boolean }): Promise<void> {
  const repeats = isDeep ? 7 : 5;
  const services = new SharedServices();
  afterAll(() => services.close());
  for (const table of await readTables()) {
    const cases = table.cases.filter(({ deepOnly = false }) => isDeep || !deepOnly);
    if (cases.length > 0) describeTable({ ...table, cases }, repeats, services);
  }
}

/** One service for all tables of the same settings: a start takes two seconds of the processor. */
class SharedServices {
  readonly #started = new Map<string, Promise<MeasuredService>>();

  with(settings: GivenSettings = {}): Promise<MeasuredService> {
    const key = JSON.stringify(settings);
    const service = this.#started.get(key) ?? startMeasuredService(settings);
    this.#started.set(key, service);
    return service;
  }

  async close(): Promise<void> {
    for (const service of this.#started.values()) await (await service).close();
  }
}

function describeTable(table: AbuseTable, repeats: number, services: SharedServices): void {
  describe(table.title, () => {
    let service: MeasuredService;
    beforeAll(async () => {
      service = await services.with(table.settings);
      await table.prepare?.(service);
    });
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
