import { invariant } from '../base/invariant.ts';
import type { FunctionRow } from './catalog/function-row.ts';
import { answeredType, signatureOf, withoutZone } from './catalog/functions/describe-function.ts';
import { EXPANDED_FUNCTIONS } from './catalog/functions/expanded-functions.ts';
import { FUNCTION_FAMILIES } from './catalog/functions/function-table.ts';
import { findSystemTable, SYSTEM_TABLE_NAMES } from './catalog/tables/system-tables.ts';
import { TABLES } from './catalog/tables/tables.ts';
import { compileStatement } from './compiler/compile.ts';
import { CONSTANT_WORDS, NO_BARE_ALIAS, RESERVED_WORDS } from './language/keywords.ts';
import { parseSelect } from './language/parse.ts';
import { printName } from './language/print-name.ts';
import type { ProjectContext } from './project-context.ts';

/** What a query can name, for editors. All of it is read from the tables that the compiler works with. */
export interface DialectDescription {
  readonly tables: readonly DescribedTable[];
  readonly functions: readonly DescribedFunction[];
  /** Upper case, sorted: as names they are written in back-ticks, or behind AS. */
  readonly keywords: readonly string[];
  readonly placeholders: readonly { readonly text: string; readonly sentence: string }[];
}

interface DescribedTable {
  /** As FROM names it; of a table function with brackets, such as `numbers(n)`. */
  readonly name: string;
  readonly kind: 'data' | 'system' | 'function';
  readonly columns: readonly DescribedColumn[];
  readonly joins: readonly DescribedJoin[];
}

interface DescribedColumn {
  readonly name: string;
  /** The engine's name of the type, times without a zone: theirs is the project's. `JSON` has members behind a dot. */
  readonly type: string;
  /** True when `*` leaves it out. */
  readonly is_hidden: boolean;
}

/** A table whose columns stand behind `name.`, such as `person.properties.email` on events. */
interface DescribedJoin {
  readonly name: string;
  readonly table: string;
  /** The column of this table that equals the column `to` of the other one. */
  readonly from: string;
  readonly to: string;
}

interface DescribedFunction {
  readonly name: string;
  readonly family: string;
  readonly kind: FunctionRow['kind'];
  readonly signature: string;
  /** The engine's name of the type; null where it follows the arguments. */
  readonly answers: string | null;
  readonly sentence: string;
}

/** Describes the dialect. Compiles one statement for each table: some milliseconds, to be done once. Pure. */
export function describeDialect(): DialectDescription {
  return {
    tables: [...Object.values(TABLES).map(dataTable), ...SYSTEM_TABLE_NAMES.map(systemTable), numbersTable()],
    functions: [
      ...[...FUNCTION_FAMILIES].flatMap(([family, rows]) =>
        rows.filter((row) => row.internal !== true).map((row) => functionOf(row, family)),
      ),
      ...EXPANDED_FUNCTIONS.map(({ name, signature, answers, note }) => ({
        ...{ name, family: 'Events', kind: 'scalar' as const, signature, answers, sentence: note },
      })),
    ],
    keywords: [...new Set([...RESERVED_WORDS, ...CONSTANT_WORDS, ...NO_BARE_ALIAS])].sort(),
    placeholders: PLACEHOLDERS,
  };
}

const PLACEHOLDERS: DialectDescription['placeholders'] = [
  {
    text: '{variables.<name>}',
    sentence:
      'A value that each run sends, or the default of its declaration. It is a value, never a part of the query.',
  },
  {
    text: '{filters}',
    sentence:
      'The filters and dates of the query and of the run, as a condition of WHERE; true when there are none.',
  },
  {
    text: '{filters.dateRange.from}',
    sentence: 'The first moment of the range of dates; a comparison with it is left out when there is none.',
  },
  {
    text: '{filters.dateRange.to}',
    sentence: 'The last moment of the range of dates; a comparison with it is left out when there is none.',
  },
];

function dataTable({ name, joins, ...table }: (typeof TABLES)[keyof typeof TABLES]): DescribedTable {
  const json = new Set(
    table.kind === 'stored'
      ? table.columns.filter(({ type }) => type.kind === 'json').map((each) => each.name)
      : [],
  );
  const names = table.columns.map((column) => column.name);
  const types = typesOf(name, names);
  return {
    name,
    kind: 'data',
    columns: table.columns.map(({ name: column, hidden }, at) => ({
      name: column,
      type: json.has(column) ? 'JSON' : (types[at] ?? 'Dynamic'),
      is_hidden: hidden === true,
    })),
    joins: joins.map(({ name: behind, table: joined, from, to }) => ({
      name: behind,
      table: joined,
      from,
      to,
    })),
  };
}

function systemTable(name: string): DescribedTable {
  const columns = Object.keys(findSystemTable(name)?.columns ?? {});
  return { name, kind: 'system', columns: shown(columns, typesOf(name, columns)), joins: [] };
}

function numbersTable(): DescribedTable {
  const columns = ['number'];
  return {
    name: 'numbers(n)',
    kind: 'function',
    columns: shown(columns, typesOf('numbers(1)', columns)),
    joins: [],
  };
}

function shown(names: readonly string[], types: readonly string[]): readonly DescribedColumn[] {
  return names.map((name, at) => ({ name, type: types[at] ?? 'Dynamic', is_hidden: false }));
}

/** The types of columns of a table, as a query over it answers them. */
function typesOf(table: string, columns: readonly string[]): readonly string[] {
  const text = `SELECT ${columns.map(printName).join(', ')} FROM ${table}`;
  const compiled = compileStatement(parseSelect(text), { project: NO_PROJECT });
  invariant(compiled.columns.length === columns.length, 'each column of a table has one type');
  return compiled.columns.map(({ type }) => withoutZone(type));
}

const NOTHING = new Map<never, never>();

/** A project that has defined nothing; its zone is left out of the types. */
const NO_PROJECT: ProjectContext = {
  projectId: 1,
  timezone: 'UTC',
  weekStartDay: 0,
  testAccountFilters: [],
  pathCleaningFilters: [],
  propertyTypes: { event: NOTHING, person: NOTHING, group: NOTHING },
  groupTypes: [],
  hasPersonOverrides: false,
  actions: NOTHING,
  dataEpoch: 0,
  revision: 'dialect',
};

const KINDS = { scalar: 'Function', aggregate: 'Aggregate', window: 'Window function' } as const;

function functionOf(row: FunctionRow, family: string): DescribedFunction {
  const answers = answeredType(row);
  const sentences = [
    `${KINDS[row.kind]} that answers ${answers ?? 'a value whose type follows its arguments'}.`,
    row.note,
    row.deterministic ? undefined : 'Two calls on the same rows may differ.',
  ];
  return {
    name: row.name,
    family,
    kind: row.kind,
    signature: signatureOf(row),
    answers,
    sentence: sentences.filter((sentence) => sentence !== undefined).join(' '),
  };
}
