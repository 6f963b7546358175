import type { Services } from '../../src/services/services.ts';

/** Steps of an import by the beginnings and parts of their statements; the first that fits. */
const STEPS = [
  ['parsing', /^INSERT INTO \S+_lines/],
  ['insert', /^INSERT INTO app\.event|toYYYYMM/],
  ['dedup', /^(ALTER TABLE|INSERT INTO) \S+_fresh|^SELECT count\(\)/],
  ['definitions', /AS kind|^SELECT event, count/],
  ['persons', /AS first_at|person_id > /],
] as const;

/** Adds up how long the steps of an import take; of steps that run at once, each its whole time. */
export class ImportSteps {
  readonly #spentMs = new Map<string, number>();

  /** The services, with every call of the engine and every transaction timed. */
  watch(services: Services): Services {
    const { engine, database } = services;
    const time = async <T>(step: string, work: Promise<T>): Promise<T> => {
      const startedMs = performance.now();
      try {
        return await work;
      } finally {
        this.#spentMs.set(step, (this.#spentMs.get(step) ?? 0) + performance.now() - startedMs);
      }
    };
    return {
      ...services,
      engine: replaced(engine, {
        command: (sql, ...rest) => time(stepOf(sql), engine.command(sql, ...rest)),
        insert: (rows) => time('persons', engine.insert(rows)),
      }),
      // Persons and definitions are written together; persons are nearly all of it.
      database: replaced(database, {
        transaction: (work) => time('persons', database.transaction(work)),
      }),
    };
  }

  /** `parsing 0.31, dedup 0.07, ...`: shares of the time of all steps. */
  toString(): string {
    const all = [...this.#spentMs.values()].reduce((sum, ms) => sum + ms, 0);
    const steps = [...this.#spentMs].sort(([, a], [, b]) => b - a);
    return steps.map(([step, ms]) => `${step} ${(ms / all).toFixed(2)}`).join(', ');
  }
}

function stepOf(sql: string): string {
  return STEPS.find(([, pattern]) => pattern.test(sql.trim()))?.[0] ?? 'rest';
}

/** The object with some of its methods replaced. */
function replaced<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get: (target, name) => {
      const value: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
