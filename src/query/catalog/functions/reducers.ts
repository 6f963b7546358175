import { arrayOf, FLOAT64, mapOf, stateOf, tupleOf, UINT64, UNKNOWN } from '../build-type.ts';
import type { DataType } from '../data-type.ts';
import { engineTypeName } from '../engine-type-name.ts';
import type { ResultRule } from '../function-row.ts';
import { elementOf, literalText, sumType } from './result-rules.ts';

/** The type of an aggregate over values of the given types. */
type Reducer = (values: readonly DataType[]) => DataType;

/** `sumMap(map)` and `sumMap(keys, values)` combine values of equal keys. */
export const combinedMap =
  (valueType: (value: DataType) => DataType): Reducer =>
  ([first = UNKNOWN, second]) => {
    if (first.kind === 'map') return mapOf(first.key, valueType(first.value));
    return tupleOf([first, arrayOf(valueType(elementOf(second)))]);
  };

const BASE: Readonly<Record<string, Reducer>> = {
  count: () => UINT64,
  sum: ([value]) => sumType(value),
  avg: () => FLOAT64,
  min: ([value = UNKNOWN]) => value,
  max: ([value = UNKNOWN]) => value,
  median: () => FLOAT64,
  uniq: () => UINT64,
  countMap: combinedMap(() => UINT64),
  sumMap: combinedMap(sumType),
  minMap: combinedMap((value) => value),
  maxMap: combinedMap((value) => value),
  avgMap: combinedMap(() => FLOAT64),
  uniqMap: combinedMap(() => UINT64),
};

const STATES = ['countMap', 'sumMap', 'minMap', 'maxMap', 'avg', 'avgMap', 'uniq', 'uniqMap'];

/** Names that `arrayReduce` takes. */
export const REDUCERS: readonly string[] = [...Object.keys(BASE), ...STATES.map((name) => `${name}State`)];

/** The type of `arrayReduce(name, arrays...)`. */
export const reducedType: ResultRule = (args, context) => {
  const name = literalText(context, 0) ?? '';
  const values = args.slice(1).map(elementOf);
  const base = name.replace(/State$/, '');
  const result = BASE[base]?.(values) ?? UNKNOWN;
  return base === name ? result : stateOf([base, ...values.map(engineTypeName)].join(', '), result);
};
