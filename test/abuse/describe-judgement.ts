import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AbuseCase } from './abuse-case.ts';
import { complaint, judgeCase } from './judge-case.ts';
import { HOLD_HEADER } from './loop-meter.ts';
import { type MeasuredService, startMeasuredService } from './start-measured-service.ts';

/** Tests of the judge of cases. @param isDeep also while others use all processors */
export function describeJudgement({ isDeep }: { readonly isDeep: boolean }): void {
  let service: MeasuredService;

  beforeAll(async () => {
    service = await startMeasuredService();
  });
  afterAll(() => service.close());

  /** A request that holds the loop so long before it is answered. */
  function holding(milliseconds: number, mark: Pick<AbuseCase, 'expectedUntil'> = {}): AbuseCase {
    return {
      name: 'holds',
      send: ({ call }) => call('GET', '/_livez', { headers: { [HOLD_HEADER]: String(milliseconds) } }),
      expected: { status: 200 },
      ...mark,
    };
  }

  async function complaintOn(abuse: AbuseCase): Promise<string | null> {
    return complaint(abuse, await judgeCase(service, abuse, 3));
  }

  async function expectHonest(): Promise<void> {
    expect(await complaintOn(holding(15))).toBeNull();
    expect(await complaintOn(holding(250))).toMatch(/^held the loop \d+ ms, more than 50/);
  }

  test('a request that holds the loop is found, a short one is fine', expectHonest);

  test('a marked case may hold the loop, and is found when it has become fine', async () => {
    expect(await complaintOn(holding(250, { expectedUntil: 'places' }))).toBeNull();
    expect(await complaintOn(holding(0, { expectedUntil: 'places' }))).toMatch(/remove its mark/);
  });

  if (!isDeep) return;
  describe('on a machine whose processors others use', () => {
    let others: readonly ChildProcess[];
    beforeAll(() => {
      others = Array.from({ length: 4 }, () =>
        spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }),
      );
    });
    afterAll(() => others.forEach((other) => void other.kill('SIGKILL')));

    test('it is the same', expectHonest);
  });
}
