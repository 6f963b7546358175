/** A value of a typed query parameter. bigint for 64-bit integers; DateTime64 as `YYYY-MM-DD hh:mm:ss.ffffff` in the type's zone. */
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
