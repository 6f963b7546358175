/**
 * A number that JSON.stringify writes with the given spelling. JavaScript has this (`JSON.rawJSON`, Node 22 and
 * newer); its type declarations do not yet, so this is the one place that names it.
 */
export interface RawJson {
  readonly rawJSON: string;
}

interface JsonWithSource {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): value is RawJson;
}

// Border: see above. `canonical-json.test.ts` proves that the running Node has these functions.
const json: JsonWithSource = JSON as unknown as JsonWithSource;

/** A value that is written to JSON exactly as `spelling`, which must be a JSON number. */
export function rawNumber(spelling: string): RawJson {
  return json.rawJSON(spelling);
}

/** True for what `rawNumber` made. */
export function isRawNumber(value: unknown): value is RawJson {
  return json.isRawJSON(value);
}

/** JSON.parse with a look at every number: `replace` gets it and the text it was parsed from. */
export function parseWithNumbers(text: string, replace: (value: number, source: string) => unknown): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? replace(value, source) : value,
  );
}
