import type { EngineParameter } from '../../../base/engine-parameter.ts';
import type { Engine } from '../engine.ts';
import { parseRows } from '../parse-rows.ts';
import { LONG_WORK } from './import-rows.ts';
import { type ImportSource, readRawRows } from './import-source.ts';

/** A path that a mapping names and no row of the file has. */
export interface AbsentColumn {
  /** `order.kind` */
  readonly path: string;
  /** Names beside the place of the first missing name of the path, as paths; at most 1,000. */
  readonly known: readonly string[];
}

/** Nearly every file has all its columns in these rows; the whole file is searched only for missing columns. */
const FIRST_ROWS = 1_000;
const MAX_NAMES = 1_000;
/** Of a mapping with hundreds of wrong columns the first few say enough. */
const MOST_DESCRIBED = 10;

/**
 * The first few of `paths` that no row of the file has; none for a file without rows. Null values count as present.
 */
export async function findAbsentColumns(
  engine: Engine,
  file: ImportSource,
  paths: readonly string[],
): Promise<readonly AbsentColumn[]> {
  const seldom = await pathsNotIn(engine, file, paths, `LIMIT ${FIRST_ROWS}`);
  const absent = seldom.length === 0 ? [] : await pathsNotIn(engine, file, seldom, '');
  return Promise.all(absent.slice(0, MOST_DESCRIBED).map((path) => describe(engine, file, path)));
}

async function pathsNotIn(
  engine: Engine,
  file: ImportSource,
  paths: readonly string[],
  limit: string,
): Promise<readonly string[]> {
  const keys = keysOf(paths);
  const has = keys.columns.map(
    (names, index) => `max(JSONHas(raw, ${names}) OR JSONHas(raw, ${keys.whole[index]}))`,
  );
  const [row = []] = await read(engine, file, { columns: `count(), ${has.join(', ')}`, limit, keys });
  const [rows, ...found] = row.map(Number);
  return rows === 0 ? [] : paths.filter((_path, index) => found[index] !== 1);
}

/** Looks for the names beside the missing name, level by level. */
async function describe(engine: Engine, file: ImportSource, path: string): Promise<AbsentColumn> {
  const names = path.split('.');
  const parents = names.map((_name, depth) => names.slice(0, depth).join('.'));
  let known: readonly string[] = [];
  for (const parent of parents) {
    const children = await namesIn(engine, file, parent);
    if (children.length === 0) break;
    known = children.map((name) => (parent === '' ? name : `${parent}.${name}`));
  }
  return { path, known };
}

async function namesIn(engine: Engine, file: ImportSource, parent: string): Promise<readonly string[]> {
  const keys = keysOf(parent === '' ? [] : [parent]);
  const place = ['raw', ...keys.columns].join(', ');
  const columns = `groupUniqArrayArray(${MAX_NAMES})(JSONExtractKeys(${place}))`;
  const [[names] = []] = await read(engine, file, { columns, limit: `LIMIT ${FIRST_ROWS}`, keys });
  // Border: the statement answers one list of texts.
  return names as readonly string[];
}

interface Keys {
  /** `{k_0:String}, {k_1:String}` for each path. */
  readonly columns: readonly string[];
  /** The whole path as one name, for each path. */
  readonly whole: readonly string[];
  readonly parameters: Readonly<Record<string, EngineParameter>>;
}

/** Names that a user chose never become text. */
function keysOf(paths: readonly string[]): Keys {
  const parameters: Record<string, EngineParameter> = {};
  const constant = (value: string): string => {
    const name = `k_${Object.keys(parameters).length}`;
    parameters[name] = { type: 'String', value };
    return `{${name}:String}`;
  };
  const columns = paths.map((path) => path.split('.').map(constant).join(', '));
  return { columns, whole: paths.map(constant), parameters };
}

async function read(
  engine: Engine,
  file: ImportSource,
  { columns, limit, keys }: { readonly columns: string; readonly limit: string; readonly keys: Keys },
): Promise<readonly (readonly unknown[])[]> {
  const { select, parameters } = readRawRows(file);
  const rows = `SELECT raw FROM (${select}) WHERE raw != '' ${limit}`;
  const sql = `SELECT ${columns} FROM (${rows})`;
  const answer = await engine.command(sql, { ...parameters, ...keys.parameters }, LONG_WORK);
  return parseRows(answer);
}
