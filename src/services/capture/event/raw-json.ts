/**
 * A number that JSON.stringify writes with the given spelling. JavaScript has this (`JSON.rawJSON`, Node 22 and newer).
 * Its type declarations do not have it yet, so only this file uses the functions.
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

/** JSON.parse that calls `replace` with every number and the text from which the number was parsed. */
export function parseWithNumbers(text: string, replace: (value: number, source: string) => unknown): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? replace(value, source) : value,
  );
}
