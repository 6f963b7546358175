/** A table that FROM can name (`GET /api/dialect`). */
export interface NamedTable {
  readonly name: string;
  readonly kind: 'data' | 'system' | 'function';
  readonly columns: readonly NamedColumn[];
  readonly joins: readonly { readonly name: string; readonly table: string }[];
}

/** A column; `JSON` has members behind a dot. */
export interface NamedColumn {
  readonly name: string;
  readonly type: string;
  readonly is_hidden: boolean;
}

/** A function that a query may call. */
export interface NamedFunction {
  readonly name: string;
  readonly signature: string;
  readonly sentence: string;
  readonly kind: 'scalar' | 'aggregate' | 'window';
}

/** A name that came in with events, and how often. */
export interface SeenName {
  readonly name: string;
  readonly volume: number;
  /** Of a property: how its values are read. */
  readonly type?: string;
}

/** Everything that a query of a project can name. What is not read yet is an empty list. */
export interface QueryNames {
  readonly tables: readonly NamedTable[];
  readonly functions: readonly NamedFunction[];
  readonly keywords: readonly string[];
  readonly placeholders: readonly { readonly text: string; readonly sentence: string }[];
  /** By volume, largest first. */
  readonly events: readonly SeenName[];
  readonly properties: readonly SeenName[];
  readonly personProperties: readonly SeenName[];
  /** Names of variables that the draft declares. */
  readonly variables: readonly string[];
  /** Whether `events` and `properties` are complete: only then is a name that is not there worth a hint. */
  readonly isComplete: boolean;
}

/** Before anything is read. */
export const NO_NAMES: QueryNames = {
  tables: [],
  functions: [],
  keywords: [],
  placeholders: [],
  events: [],
  properties: [],
  personProperties: [],
  variables: [],
  isComplete: false,
};

const BARE = /^[A-Za-z_$][\w$]*$/;

/** A name as a query writes it: in back-ticks when it is no bare name, or a keyword. */
export function writeName(name: string, keywords: readonly string[] = []): string {
  const isBare = BARE.test(name) && !keywords.includes(name.toUpperCase());
  return isBare ? name : `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

/** A text as a query writes it. */
export function writeText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
