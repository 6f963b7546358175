import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Deadline } from '../../base/deadline.ts';
import { type FlightCaller, SingleFlight } from './single-flight.ts';

// [SPEC-4.4].

function caller(deadlineMs = 10_000): FlightCaller & { leave: () => void } {
  const controller = new AbortController();
  const leave = (): void => controller.abort(new Error('left'));
  return { deadline: Deadline.after(deadlineMs), signal: controller.signal, leave };
}

describe('SingleFlight', () => {
  test('computes once for 100 simultaneous callers', async () => {
    const flights = new SingleFlight<number>();
    const gate = Promise.withResolvers<number>();
    let computations = 0;
    const work = (): Promise<number> => {
      computations += 1;
      return gate.promise;
    };
    const callers = Array.from({ length: 100 }, () => flights.run('k', caller(), work));
    gate.resolve(42);
    const landings = await Promise.all(callers);
    expect(computations).toBe(1);
    expect(landings.every(({ value }) => value === 42)).toBe(true);
    expect(landings.filter(({ isCollapsed }) => !isCollapsed)).toHaveLength(1);
    expect(flights.isRunning('k')).toBe(false);
  });

  test('does not share between keys', async () => {
    const flights = new SingleFlight<string>();
    const answers = await Promise.all(['a', 'b'].map((key) => flights.run(key, caller(), async () => key)));
    expect(answers.map(({ value }) => value)).toEqual(['a', 'b']);
  });

  test('gives followers of a failed leader one retry, together', async () => {
    const flights = new SingleFlight<string>();
    const gate = Promise.withResolvers<string>();
    let computations = 0;
    const work = (): Promise<string> => {
      computations += 1;
      return computations === 1 ? gate.promise : Promise.resolve('second');
    };
    const leader = flights.run('k', caller(), work);
    const followers = [1, 2, 3].map(() => flights.run('k', caller(), work));
    gate.reject(new Error('broken'));
    await expect(leader).rejects.toThrow('broken');
    expect((await Promise.all(followers)).map(({ value }) => value)).toEqual(['second', 'second', 'second']);
    expect(computations).toBe(2);
  });

  test('fails followers whose retry fails too', async () => {
    const flights = new SingleFlight<string>();
    let computations = 0;
    const work = async (): Promise<string> => {
      computations += 1;
      throw new Error(`broken ${computations}`);
    };
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => flights.run('k', caller(), work)));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(computations).toBe(2);
  });

  test('aborts the computation when the last caller leaves, not before', async () => {
    const flights = new SingleFlight<string>();
    let aborted = false;
    const work = (signal: AbortSignal): Promise<string> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(signal.reason);
        });
      });
    const [first, second] = [caller(), caller()];
    const runs = [flights.run('k', first, work), flights.run('k', second, work)];
    const settled = Promise.allSettled(runs);
    first.leave();
    await Promise.resolve();
    expect(aborted).toBe(false);
    second.leave();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(aborted).toBe(true);
  });

  test('a newcomer after the last one left starts anew', async () => {
    const flights = new SingleFlight<string>();
    const first = caller();
    const hanging = flights.run('k', first, () => new Promise(() => undefined)).catch(() => 'gone');
    first.leave();
    await hanging;
    expect(await flights.run('k', caller(), async () => 'new')).toEqual({ value: 'new', isCollapsed: false });
  });

  test('lets a caller go at its deadline when the computation hangs', async () => {
    const flights = new SingleFlight<string>();
    await expect(flights.run('k', caller(5), () => new Promise(() => undefined))).rejects.toMatchObject({
      code: 'query_timeout',
    });
  });

  test('any mix of joining, leaving, failing and landing ends every caller with its own key’s value', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('join' as const), key: fc.constantFrom('a', 'b') }),
      fc.record({ kind: fc.constant('leave' as const), nth: fc.nat(20) }),
      fc.record({ kind: fc.constant('land' as const), nth: fc.nat(20), fails: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const flights = new SingleFlight<string>();
        const callers: { readonly leave: () => void }[] = [];
        const runs: Promise<unknown>[] = [];
        const flying: { readonly key: string; readonly gate: PromiseWithResolvers<string> }[] = [];
        let landsAtOnce = false;
        const work = (key: string): Promise<string> => {
          if ([...flying].some((each) => each.key === key)) throw new Error('two computations of one key');
          if (landsAtOnce) return Promise.resolve(key);
          const flight = { key, gate: Promise.withResolvers<string>() };
          flying.push(flight);
          return flight.gate.promise;
        };
        const land = (flight: (typeof flying)[number] | undefined, fails: boolean): void => {
          if (flight === undefined) return;
          flying.splice(flying.indexOf(flight), 1);
          if (fails) flight.gate.reject(new Error('failed'));
          else flight.gate.resolve(flight.key);
        };
        for (const each of steps) {
          if (each.kind === 'join') {
            const one = caller();
            callers.push(one);
            const run = flights.run(each.key, one, (signal) => {
              signal.addEventListener('abort', () =>
                land(
                  flying.find(({ key }) => key === each.key),
                  true,
                ),
              );
              return work(each.key);
            });
            runs.push(
              run.then(
                ({ value }) => expect(value).toBe(each.key),
                (error: unknown) => expect(String(error)).toMatch(/left|failed/),
              ),
            );
          } else if (each.kind === 'leave') callers[each.nth]?.leave();
          else land(flying[each.nth], each.fails);
          await new Promise(setImmediate);
        }
        landsAtOnce = true;
        for (const flight of [...flying]) land(flight, false);
        await Promise.all(runs);
        expect(flights.isRunning('a') || flights.isRunning('b')).toBe(false);
      }),
      { seed: 11, numRuns: 1_000 },
    );
  });
});
