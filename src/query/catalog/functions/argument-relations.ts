import { commonType } from '../common-type.ts';
import type { DataType } from '../data-type.ts';
import type { ArgumentRelation } from '../function-row.ts';
import { holdsUnknown } from '../holds-unknown.ts';
import { elementOf, literalText } from './result-rules.ts';

/** What rows refuse besides their patterns: kinds of types, and arguments that do not go together. */

type Kind = DataType['kind'];

export const COMPOSITE: readonly Kind[] = ['array', 'map', 'tuple', 'state'];

/** A UUID has 128 bits, which only UInt128 takes as a number. */
export const NO_SCALAR_NUMBER: readonly Kind[] = [...COMPOSITE, 'uuid'];

export const NO_NUMBER: readonly Kind[] = ['string', 'uuid', 'date', 'datetime', 'array', 'map', 'json'];

/** What is never NULL, so that the engine has no nullable form of it. */
export const NEVER_NULL: readonly Kind[] = ['array', 'map', 'state'];

const NUMERIC: readonly Kind[] = ['integer', 'float', 'decimal', 'bool'];

/** What is neither a moment nor the text of one. */
export const NO_MOMENT: readonly Kind[] = [...NUMERIC, ...NO_SCALAR_NUMBER, 'interval'];

/** What is neither a moment nor a window of time. */
export const NO_WINDOW: readonly Kind[] = ['array', 'map', 'state', 'uuid'];

/** What is no number of things. */
export const NO_AMOUNT: readonly Kind[] = ['date', 'datetime', 'interval'];

/** What has no length. */
export const NO_LENGTH: readonly Kind[] = [...NUMERIC, 'date', 'datetime', 'uuid', 'interval', 'tuple'];

/** What is neither a text nor a list of texts. */
export const NOT_TEXTS: readonly Kind[] = [...NO_LENGTH, 'map'];

export const NO_FLOAT_BITS: readonly Kind[] = [...COMPOSITE, 'date', 'datetime', 'uuid', 'interval'];
export const NO_BITS: readonly Kind[] = [...NO_FLOAT_BITS, 'float'];

const isUnknown = (type: DataType | undefined): boolean =>
  type === undefined || type.kind === 'unknown' || type.kind === 'null';

/** True for a type of one of the kinds, and for what only the engine knows. */
const isOf = (type: DataType | undefined, kinds: readonly Kind[]): boolean =>
  type === undefined || isUnknown(type) || kinds.includes(type.kind);

/** True when values of the types fit into one column; false only when all of the types are known. */
function mix(types: readonly (DataType | undefined)[]): boolean {
  const given = types.filter((type) => type !== undefined);
  return given.some(holdsUnknown) || !holdsUnknown(commonType(given));
}

export const SHARED_TYPE: ArgumentRelation = { holds: mix, wanted: 'arguments that share a type' };

/** A text that stands in the query is read as a value of the type beside it. */
export const COMPARABLE: ArgumentRelation = {
  holds: (args, { literals }) => {
    const texts = literals.filter((value) => typeof value === 'string').length;
    const other = args.find((_, at) => typeof literals[at] !== 'string');
    return mix(args) || (texts === 1 && other?.kind !== 'interval' && !literals.some(isNumberLiteral));
  },
  wanted: 'two values that can be compared',
};

const isNumberLiteral = (value: unknown): boolean => typeof value === 'number';

/** The element of the list, or the key of the map, that a value is looked for in or added to. */
const partOf = (container: DataType | undefined): DataType | undefined =>
  container?.kind === 'map' ? container.key : container && elementOf(container);

/** The value at one position can be an element of the list, or a key of the map, at another. */
export const sharesElement = (list: number, value: number): ArgumentRelation => ({
  holds: (args) => mix([partOf(args[list]), args[value]]),
  wanted: 'a value of the type that the elements of the list have',
});

/** The engine has no type for whole numbers of 64 bits beside numbers with a fraction. */
function clash(a: DataType | undefined, b: DataType | undefined): boolean {
  return (a?.kind === 'float' && isWide(b)) || (b?.kind === 'float' && isWide(a));
}

const isWide = (type: DataType | undefined): boolean => type?.kind === 'integer' && (type.bits ?? 64) > 32;

export const STEPS: ArgumentRelation = {
  holds: ([value, steps]) => isOf(elementOf(steps), NUMERIC) && !clash(value, elementOf(steps)),
  wanted: 'a number, and a list of steps that have a fraction as the number has',
};

export const KEY_OF_FIRST: ArgumentRelation = {
  holds: ([container, key]) =>
    container?.kind === 'map' ? mix([container.key, key]) : isOf(key, ['integer', 'bool']),
  wanted: 'a whole number behind a list, and a key behind a map',
};

export const TEXTS_AT = (position: number): ArgumentRelation => ({
  holds: (args) => isOf(elementOf(args[position]), ['string', 'json']),
  wanted: 'a list of texts',
});

/** Of `sumMap(map)` and `sumMap(keys, values)` the values. */
export const SUMMABLE: ArgumentRelation = {
  holds: ([first, second]) =>
    first?.kind === 'map'
      ? isOf(first.value, NUMERIC)
      : second?.kind !== 'array' || isOf(second.element, NUMERIC),
  wanted: 'a map of numbers, or a list of keys and a list of numbers',
};

const holdsNumbers = (type: DataType): boolean => isOf(elementOf(type), [...NUMERIC, 'date', 'datetime']);

export const NUMBER_LISTS: ArgumentRelation = {
  holds: (args) => args.every((arg) => arg.kind !== 'array' || holdsNumbers(arg)),
  wanted: 'lists of numbers',
};

const isTruth = (type: DataType | undefined): boolean =>
  isOf(type, ['bool', 'integer']) && (type?.kind !== 'integer' || (type.bits === 8 && type.signed === false));

type ValueIn = (args: readonly DataType[]) => DataType;

/** Of several arguments the first is the lambda. */
const isCalled = ([first, second]: readonly DataType[]): boolean =>
  second === undefined || first?.kind === 'lambda';

export const LAMBDA_FIRST: ArgumentRelation = { holds: isCalled, wanted: 'a lambda before several lists' };

/** @param valueIn what a function over lists works on: results of the lambda, else the elements */
export const truthsOf = (valueIn: ValueIn): ArgumentRelation => ({
  holds: (args) => isCalled(args) && isTruth(valueIn(args)),
  wanted: 'a lambda that answers true or false, or a list of conditions',
});

/** See `truthsOf`. */
export const numbersOf = (valueIn: ValueIn): ArgumentRelation => ({
  holds: (args) => isCalled(args) && isOf(valueIn(args), [...NUMERIC, 'date', 'datetime']),
  wanted: 'numbers: the elements of the list, or the answers of the lambda',
});

/** The accumulator keeps its type; all between it and the lambda are lists. */
export const FOLDED: ArgumentRelation = {
  holds: ([lambda, ...rest]) => {
    const accumulator = rest.at(-1);
    const result = lambda?.kind === 'lambda' ? lambda.result : undefined;
    if (rest.slice(0, -1).some((list) => !isOf(list, ['array']))) return false;
    return isUnknown(result) || isUnknown(accumulator) || result?.kind === accumulator?.kind;
  },
  wanted: 'lists, then a first value of the type that the lambda answers',
};

const isTime = (type: DataType | undefined): boolean => type?.kind === 'date' || type?.kind === 'datetime';
const isTimeOrUnknown = (type: DataType): boolean => isOf(type, ['date', 'datetime']);
const isNumber = (type: DataType | undefined): boolean => type !== undefined && NUMERIC.includes(type.kind);
const isInterval = (type: DataType | undefined): boolean => type?.kind === 'interval';

/** An interval, or a tuple of them. */
const isShift = (type: DataType): boolean =>
  isInterval(type) || (type.kind === 'tuple' && type.elements.every((part) => isInterval(part)));

/** A window stands alone; with a length behind it, a moment does. */
export const WINDOW: ArgumentRelation = {
  holds: ([first, ...lengths]) => {
    if (first?.kind !== 'tuple') return true;
    return lengths.length === 0 && first.elements.length === 2 && first.elements.every(isTimeOrUnknown);
  },
  wanted: 'a window that tumble() or hop() made',
};

const isVector = (type: DataType): boolean =>
  type.kind === 'tuple' || (type.kind === 'array' && isOf(type.element, NUMERIC));

type Pair = (a: DataType, b: DataType) => boolean;

/** @param holds asked only for types that are known */
const pairs = (holds: Pair, wanted: string): ArgumentRelation => ({
  holds: ([a, b]) => a === undefined || b === undefined || isUnknown(a) || isUnknown(b) || holds(a, b),
  wanted,
});

const bothTuples: Pair = (a, b) =>
  a.kind === 'tuple' && b.kind === 'tuple' && a.elements.length === b.elements.length;
const bothNumbers: Pair = (a, b) => isNumber(a) && isNumber(b);
const bothShifts: Pair = (a, b) => isShift(a) && isShift(b);
const bothLists: Pair = (a, b) => a.kind === 'array' && b.kind === 'array' && isVector(a) && isVector(b);
const isMoved: Pair = (time, by) => isTime(time) && (isNumber(by) || isShift(by));

export const ADDABLE = pairs(
  (a, b) =>
    bothNumbers(a, b) ||
    isMoved(a, b) ||
    isMoved(b, a) ||
    bothShifts(a, b) ||
    bothTuples(a, b) ||
    bothLists(a, b),
  'two numbers, or a date and an interval',
);

/** The engine takes a date from a date and a moment from a moment, but no DateTime64 and a date. */
const areTimes: Pair = (a, b) =>
  isTime(a) && isTime(b) && !([a, b].some(isFine) && [a, b].some(({ kind }) => kind === 'date'));
const isFine = (type: DataType): boolean => type.kind === 'datetime' && type.bits !== 32;

export const SUBTRACTABLE = pairs(
  (a, b) =>
    bothNumbers(a, b) ||
    isMoved(a, b) ||
    areTimes(a, b) ||
    bothShifts(a, b) ||
    bothTuples(a, b) ||
    bothLists(a, b),
  'two numbers, two dates, or a date and an interval',
);

const isScaled: Pair = (a, b) => isVector(a) && isNumber(b);

export const MULTIPLIABLE = pairs(
  (a, b) => bothNumbers(a, b) || isScaled(a, b) || isScaled(b, a) || bothTuples(a, b) || bothLists(a, b),
  'two numbers',
);

export const DIVISIBLE = pairs(
  (a, b) =>
    bothNumbers(a, b) ||
    isScaled(a, b) ||
    bothTuples(a, b) ||
    (isNumber(a) && b.kind === 'array' && isVector(b)),
  'two numbers',
);

/** Alone the value is a number or moment; with a format it is read as text. */
export const READ_BY_FORMAT: ArgumentRelation = {
  holds: ([value, format]) => format !== undefined || !value || !NO_SCALAR_NUMBER.includes(value.kind),
  wanted: 'a number, a date or a text',
};

/** A zone is for a moment; a date has none. */
export const MOMENT_IN_ZONE: ArgumentRelation = {
  holds: ([value, zone]) => zone === undefined || isOf(value, ['datetime']),
  wanted: 'a date with time where a zone is named',
};

export const DECIMALS = pairs(
  (a, b) => a.kind === 'decimal' && b.kind === 'decimal',
  'two decimals, as from toDecimal()',
);

/** Calls of two arguments; those of three have patterns of their own. */
const shifted = (pair: ArgumentRelation): ArgumentRelation => ({
  holds: (args, context) => args.length !== 2 || pair.holds(args, context),
  wanted: pair.wanted,
});

export const SHIFTED = shifted(
  pairs((a, b) => isMoved(a, b) || isMoved(b, a) || bothShifts(a, b), 'a date and an interval'),
);

export const SHIFTED_BACK = shifted(
  pairs((a, b) => isMoved(a, b) || areTimes(a, b) || bothShifts(a, b), 'a date and an interval'),
);

const areVectors = (types: readonly DataType[]): boolean => {
  const vectors = types.filter((type) => !isUnknown(type));
  return vectors.every(isVector) && new Set(vectors.map(({ kind }) => kind)).size <= 1;
};

export const VECTORS: ArgumentRelation = {
  holds: areVectors,
  wanted: 'tuples of numbers or lists of numbers',
};

/** Two vectors of which the engine finds a distance. */
const areAlike = (types: readonly DataType[]): boolean =>
  areVectors(types) && !clash(elementOf(types[0]), elementOf(types[1]));

export const VECTORS_ALIKE: ArgumentRelation = {
  holds: areAlike,
  wanted: 'tuples of numbers, or lists of numbers of one type',
};

export const VECTORS_AND_POWER: ArgumentRelation = {
  holds: (args) => areAlike(args.slice(0, -1)),
  wanted: 'tuples of numbers or lists of numbers, and a power',
};

export const MAPS_OR_PAIRS: ArgumentRelation = {
  holds: (args) => args.every((arg) => isOf(arg, ['map'])) || args.every((arg) => isOf(arg, ['tuple'])),
  wanted: 'maps, or tuples of keys and values',
};

const isWhole = (type: DataType | undefined): boolean => isOf(type, ['integer', 'bool']);

/** `mapPopulateSeries(map, most)` and `mapPopulateSeries(keys, values, most)`. */
export const SERIES: ArgumentRelation = {
  holds: ([first, second, most]) => {
    if (first?.kind === 'map') return isWhole(first.key) && isWhole(second) && most === undefined;
    const areLists = [first, second].every((list) => list?.kind === 'array' && isOf(list.element, NUMERIC));
    return areLists && isWhole(elementOf(first)) && isWhole(most);
  },
  wanted: 'a map, or a list of keys and one of values, all of numbers, and a whole number',
};

export const TUPLES: ArgumentRelation = {
  holds: ([first]) => {
    let type = first;
    while (type?.kind === 'array') type = type.element;
    return isOf(type, ['tuple']);
  },
  wanted: 'a tuple or a list of tuples',
};

export const ELLIPSES: ArgumentRelation = {
  holds: (args, { literals: [x, y] }) =>
    args.slice(2).every((arg) => isOf(arg, ['float'])) && (x === undefined) === (y === undefined),
  wanted: 'two columns or two constants, and numbers with a fraction, such as 1.0, for the ellipses',
};

export const POLYGONS: ArgumentRelation = {
  holds: ([, ...polygons]) => polygons.every((polygon) => isOf(elementOf(polygon), ['tuple', 'array'])),
  wanted: 'a point and lists of points',
};

/** The value is looked for in the first list; answers of the second stand beside the default, else beside the value. */
export const TRANSFORMED: ArgumentRelation = {
  holds: ([value, from, to, otherwise]) =>
    mix([value, elementOf(from)]) && mix([elementOf(to), otherwise ?? value]),
  wanted: 'a value and a list of such values, answers and a default of one type',
};

const LISTS_OF_MAPS = /Map(?:State)?$/;

/** The aggregates of `arrayReduce` that work on maps, and those that work on numbers. */
export const REDUCIBLE: ArgumentRelation = {
  holds: ([, ...lists], context) => {
    const name = literalText(context, 0) ?? '';
    const elements = lists.map(elementOf);
    if (LISTS_OF_MAPS.test(name))
      return elements.every((element) => isOf(element, lists.length === 1 ? ['map'] : ['array']));
    return !/^(?:sum|avg|median)/.test(name) || elements.every((element) => isOf(element, NUMERIC));
  },
  wanted: 'lists of what the aggregate takes: numbers, or maps',
};
