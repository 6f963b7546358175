/** A column of a SQL answer: its name and its type as the engine names it. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** The TypeScript type of the JSON values of an engine type: `Nullable(UInt64)` is `number | null`. */
export function typeScriptOf(type: string): string {
  const inner = /^(Nullable|LowCardinality|Array)\((.*)\)$/.exec(type);
  if (inner?.[1] === 'Nullable') return `${typeScriptOf(inner[2] ?? '')} | null`;
  if (inner?.[1] === 'LowCardinality') return typeScriptOf(inner[2] ?? '');
  if (inner?.[1] === 'Array') return `(${typeScriptOf(inner[2] ?? '')})[]`;
  if (/^(?:U?Int|Float)\d+$/.test(type)) return 'number';
  if (/^(?:String|FixedString|Date|DateTime|UUID|Enum|IPv)/.test(type)) return 'string';
  if (type === 'Bool') return 'boolean';
  return 'unknown';
}

/**
 * JSON with whole numbers exact: one beyond 2^53 becomes its text, so that a table shows every digit.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  type Source = { readonly source?: string };
  const revive = (_: string, value: unknown, context?: Source) => {
    const source = context?.source;
    if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value;
    return /^-?\d+$/.test(source) ? source : value;
  };
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
}
