import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely';
import { InvariantError, invariant } from '../../base/invariant.ts';
import { catalogWriteOf } from './catalog-write.ts';
import type { Queryable } from './database.ts';

/** Values of a statement, by name. */
type Values = Readonly<Record<string, string | number>>;

/**
 * A statement that a process asks all the time, whose text is made once for each database: making it takes several
 * times as long as running it.
 * @param build the statement; each value goes into it as it is, because the text is made before values are known
 */
export function keepQuery<Given extends Values, Row>(
  build: (db: Queryable, values: Given) => Compilable<Row>,
): (db: Queryable, values: Given) => Promise<readonly Row[]> {
  const kept = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    const compiled = kept.get(adapter) ?? compile(build, db);
    kept.set(adapter, compiled);
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Place ? values[parameter.name] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

function compile<Given extends Values, Row>(
  build: (db: Queryable, values: Given) => Compilable<Row>,
  db: Queryable,
): CompiledQuery<Row> {
  // Border: whatever name the statement asks for has a place in its text.
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Given;
  const compiled = build(db, places).compile();
  invariant(
    catalogWriteOf(compiled.query) === null,
    'changes of the catalogue are seen where a text is made',
  );
  return compiled;
}

/** Stands in the parameters of a text for a value that comes later. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new InvariantError(`${this.name} is not known while the text is made`);
  }
}
