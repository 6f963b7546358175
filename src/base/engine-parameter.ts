/** A value of a query parameter: 64-bit integers as bigint, DateTime64 as `YYYY-MM-DD hh:mm:ss.ffffff` in its zone. */
export type ParameterValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly (string | number | bigint | boolean | null)[];

/** One `{name:type}` slot of a query. `type` is an engine type chosen by the compiler, never by a user. */
export interface EngineParameter {
  readonly type: string;
  readonly value: ParameterValue;
}

export type EngineParameters = Readonly<Record<string, EngineParameter>>;
