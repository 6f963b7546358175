/**
 * The types of the dialect. Every scalar has `nullable`; composites have it in their parts. `unknown` is the type of an
 * expression whose type only the engine knows, and it fits everywhere.
 */
export type DataType =
  | { readonly kind: 'unknown'; readonly nullable: boolean }
  /** The type of NULL; `nullable: false` is the element of an empty array (`Nothing`). */
  | { readonly kind: 'null'; readonly nullable: boolean }
  | { readonly kind: 'bool'; readonly nullable: boolean }
  /** Whole numbers; `bits` and `signed` are known for columns and casts, else 64 and true. */
  | {
      readonly kind: 'integer';
      readonly nullable: boolean;
      readonly bits?: 8 | 16 | 32 | 64 | 128 | 256;
      readonly signed?: boolean;
    }
  | { readonly kind: 'float'; readonly nullable: boolean; readonly bits?: 32 | 64 }
  /** `precision` 1..76 digits in all, `scale` of them behind the point. */
  | {
      readonly kind: 'decimal';
      readonly nullable: boolean;
      readonly precision: number;
      readonly scale: number;
    }
  /** `fromProperty`: text of a property without a definition, which converts where a number or a time is asked for. */
  | { readonly kind: 'string'; readonly nullable: boolean; readonly fromProperty?: true }
  | { readonly kind: 'uuid'; readonly nullable: boolean }
  /** 1970..2149, or with `bits: 32` 1900..2299. */
  | { readonly kind: 'date'; readonly nullable: boolean; readonly bits?: 32 }
  /**
   * `precision` 0..9 digits after the second; `zone` is the IANA name the engine prints it in. With `bits: 32` it is
   * the engine's DateTime (whole seconds, 1970..2106), else its DateTime64.
   */
  | {
      readonly kind: 'datetime';
      readonly nullable: boolean;
      readonly precision: number;
      readonly zone?: string;
      readonly bits?: 32;
    }
  | { readonly kind: 'interval'; readonly nullable: boolean; readonly unit: string }
  /** A JSON object column such as `properties`: read by key only. */
  | { readonly kind: 'json'; readonly nullable: boolean }
  | { readonly kind: 'array'; readonly nullable: false; readonly element: DataType }
  | {
      readonly kind: 'tuple';
      readonly nullable: boolean;
      readonly elements: readonly DataType[];
      readonly names?: readonly string[];
    }
  | { readonly kind: 'map'; readonly nullable: false; readonly key: DataType; readonly value: DataType }
  /** An aggregate state of the engine type `AggregateFunction(of)`; merging it gives a `result`. */
  | { readonly kind: 'state'; readonly nullable: false; readonly of: string; readonly result: DataType }
  /** `result` is the type of the body. */
  | { readonly kind: 'lambda'; readonly nullable: false; readonly result: DataType };
