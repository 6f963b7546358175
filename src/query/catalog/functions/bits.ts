import { arrayOf, notNull, signed, stateOf, UINT8, UINT64, UNKNOWN, unsigned } from '../build-type.ts';
import { integerShape, widerOf } from '../common-type.ts';
import type { DataType } from '../data-type.ts';
import { engineTypeName } from '../engine-type-name.ts';
import type { FunctionRow, ResultRule } from '../function-row.ts';
import { NO_BITS, NO_FLOAT_BITS, NUMBER_LISTS } from './argument-relations.ts';
import { byCount } from './choose-shape.ts';
import { composites, scalars } from './define-rows.ts';
import { elementOf, sameAs, sameNumber } from './result-rules.ts';

/** The type of a bitwise operation: as wide as the wider argument, signed when either is; text stays text. */
const bitwise: ResultRule = ([a = UNKNOWN, b = UNKNOWN]) => {
  if (a.kind === 'string') return notNull(a);
  const [left, right] = [integerShape(a), integerShape(b)];
  const bits = widerOf(left.bits, right.bits);
  return left.signed || right.signed ? signed(bits) : unsigned(bits);
};

/** A set of whole numbers; its elements are the type inside the state. */
const bitmapOf = (element: DataType): DataType => stateOf(`groupBitmap, ${engineTypeName(element)}`, element);

const bitmapElement = (bitmap: DataType | undefined): DataType =>
  bitmap?.kind === 'state' ? bitmap.result : UNKNOWN;

const PAIR_OPERATIONS = 'bitmapAnd bitmapOr bitmapXor bitmapAndnot';
const CARDINALITIES = 'bitmapAndCardinality bitmapOrCardinality bitmapXorCardinality bitmapAndnotCardinality';

/** The engine takes unsigned positions only: `bitTestAll($1, toUInt64($2), toUInt64($3))` and so on. */
const positionShapes = (name: string): Record<number, string> =>
  Object.fromEntries(
    [2, 3, 4, 5, 6, 7, 8, 9].map((count) => {
      const positions = Array.from({ length: count - 1 }, (_, i) => `toUInt64($${i + 2})`);
      return [count, `${name}($1, ${positions.join(', ')})`];
    }),
  );

const withRange = (name: string): FunctionRow[] =>
  scalars(name, 'state, cast number, cast number', sameAs(0), {
    nulls: 'fill',
    template: `${name}($1, toUInt64($2), toUInt64($3))`,
  });

export const BITS: readonly FunctionRow[] = [
  ...scalars('bitAnd bitOr bitXor bitRotateLeft bitRotateRight', 'whole, whole', bitwise),
  ...scalars('bitShiftLeft bitShiftRight', 'any, whole', bitwise, { refuses: [NO_BITS, []] }),
  ...scalars('bitTest', 'whole, whole', UINT8),
  ...scalars('bitHammingDistance', 'number, number', UINT8),
  ...scalars('bitNot', 'any', sameNumber, { refuses: [NO_FLOAT_BITS] }),
  ...scalars('bitCount', 'any', ([value]) => (value?.kind === 'string' ? UINT64 : UINT8), {
    refuses: [NO_FLOAT_BITS],
  }),
  ...scalars('bitSlice', 'string, integer, integer?', sameAs(0)),
  ...['bitTestAll', 'bitTestAny'].flatMap((name) =>
    scalars(name, `whole, cast number${', cast number?'.repeat(7)}`, UINT8, {
      refuses: [[], ['date', 'datetime']],
      template: byCount(positionShapes(name)),
    }),
  ),
  ...composites('bitmapBuild', 'array', ([array]) => bitmapOf(elementOf(array)), { fits: NUMBER_LISTS }),
  ...composites('bitmapToArray', 'state', ([bitmap]) => arrayOf(bitmapElement(bitmap))),
  ...composites('bitmapCardinality bitmapMin bitmapMax', 'state', UINT64),
  ...scalars('bitmapContains', 'state, whole', UINT8),
  ...composites('bitmapHasAny bitmapHasAll', 'state, state', UINT8),
  ...composites(PAIR_OPERATIONS, 'state, state', sameAs(0)),
  ...composites(CARDINALITIES, 'state, state', UINT64),
  ...withRange('bitmapSubsetInRange'),
  ...withRange('bitmapSubsetLimit'),
  ...withRange('subBitmap'),
  ...scalars('bitmapTransform', 'state, array, array', sameAs(0), {
    nulls: 'result',
    template: "bitmapTransform($1, CAST($2, 'Array(UInt64)'), CAST($3, 'Array(UInt64)'))",
  }),
];
