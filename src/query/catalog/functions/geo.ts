import { arrayOf, FLOAT64, INT64, STRING, signed, tupleOf, UINT8, UINT64, UNKNOWN } from '../build-type.ts';
import type { DataType } from '../data-type.ts';
import type { ArgumentPattern, FunctionRow, NullRule, ResultRule } from '../function-row.ts';
import { ELLIPSES, POLYGONS, VECTORS_ALIKE, VECTORS_AND_POWER } from './argument-relations.ts';
import { byCount } from './choose-shape.ts';
import { composites, scalars } from './define-rows.ts';

const pairOf = (first: string, second: string, type: DataType): DataType =>
  tupleOf([type, type], [first, second]);

const CELLS = arrayOf(UINT64);
const BOUNDARY = arrayOf(tupleOf([FLOAT64, FLOAT64]));

/** What an h3 function takes at each place: a cell, a resolution, a number of rings, or a coordinate. */
type H3Argument = 'cell' | 'small' | 'rings' | 'degree';

const H3_CASTS: Readonly<Record<H3Argument, string>> = {
  cell: 'toUInt64',
  small: 'toUInt8',
  rings: 'toUInt16',
  degree: 'toFloat64',
};

const H3_PATTERNS: Readonly<Record<H3Argument, ArgumentPattern>> = {
  cell: 'cast number',
  small: 'cast number',
  rings: 'rings',
  degree: 'cast number',
};

/** The h3 functions each accept one width of integer, so the integers of the dialect are converted. */
function h3(
  names: string,
  places: readonly H3Argument[],
  result: DataType,
  nulls: NullRule = 'propagate',
): FunctionRow[] {
  return names.split(' ').flatMap((name) =>
    scalars(name, places.map((place) => H3_PATTERNS[place]).join(', '), result, {
      nulls,
      template: `${name}(${places.map((place, i) => `${H3_CASTS[place]}($${i + 1})`).join(', ')})`,
    }),
  );
}

/** Great-circle distances and angles are Float64, also where the engine would choose a narrower type. */
const great = (name: string): FunctionRow[] =>
  scalars(name, 'cast number, cast number, cast number, cast number', FLOAT64, {
    template: `toFloat64(${name}(toFloat64($1), toFloat64($2), toFloat64($3), toFloat64($4)))`,
  });

const vectorFunction = (names: string, takes: string): FunctionRow[] =>
  names
    .split(' ')
    .flatMap((name) =>
      composites(name, takes, FLOAT64, { template: `toFloat64(${name}($@))`, fits: VECTORS_ALIKE }),
    );

const normalized: ResultRule = ([vector = UNKNOWN]) => {
  if (vector.kind === 'tuple') return tupleOf(vector.elements.map(() => FLOAT64));
  return arrayOf(FLOAT64);
};

export const GEO: readonly FunctionRow[] = [
  ...['greatCircleDistance', 'geoDistance', 'greatCircleAngle'].flatMap(great),
  ...scalars(
    'pointInEllipses',
    'number, number, constant number, constant number, constant number, constant number...',
    UINT8,
    {
      template: 'pointInEllipses(toFloat64($1), toFloat64($2)$3+)',
      fits: ELLIPSES,
    },
  ),
  ...scalars('pointInPolygon', 'tuple, array...', UINT8, { nulls: 'result', fits: POLYGONS }),
  ...scalars('geohashEncode', 'cast number, cast number, whole?', STRING, {
    template: byCount({
      2: 'geohashEncode(toFloat64($1), toFloat64($2))',
      3: 'geohashEncode(toFloat64($1), toFloat64($2), $3)',
    }),
  }),
  ...scalars('geohashDecode', 'string', pairOf('longitude', 'latitude', FLOAT64)),
  ...scalars(
    'geohashesInBox',
    'cast number, cast number, cast number, cast number, cast number',
    arrayOf(STRING),
    {
      nulls: 'fill',
      template: 'geohashesInBox(toFloat64($1), toFloat64($2), toFloat64($3), toFloat64($4), toUInt8($5))',
    },
  ),
  ...h3(
    'h3IsValid h3GetResolution h3GetBaseCell h3IsResClassIII h3IsPentagon h3UnidirectionalEdgeIsValid',
    ['cell'],
    UINT8,
  ),
  ...h3('h3EdgeAngle h3EdgeLengthM h3EdgeLengthKm h3HexAreaM2 h3HexAreaKm2', ['small'], FLOAT64),
  ...h3('h3NumHexagons', ['small'], INT64),
  ...h3('geoToH3', ['degree', 'degree', 'small'], UINT64),
  ...h3('h3ToGeo', ['cell'], pairOf('latitude', 'longitude', FLOAT64)),
  ...h3('h3ToGeoBoundary h3GetUnidirectionalEdgeBoundary', ['cell'], BOUNDARY, 'result'),
  ...h3('h3kRing h3HexRing', ['cell', 'rings'], CELLS, 'result'),
  ...h3('h3IndexesAreNeighbors', ['cell', 'cell'], UINT8),
  ...h3('h3ToChildren', ['cell', 'small'], CELLS, 'result'),
  ...h3('h3ToParent h3ToCenterChild', ['cell', 'small'], UINT64),
  ...h3('h3ToString', ['cell'], STRING),
  ...scalars('stringToH3', 'string', UINT64),
  ...h3('h3GetFaces', ['cell'], arrayOf(UINT8), 'result'),
  ...h3('h3CellAreaM2 h3CellAreaRads2', ['cell'], FLOAT64),
  ...h3('h3ExactEdgeLengthM h3ExactEdgeLengthKm h3ExactEdgeLengthRads', ['cell'], FLOAT64),
  ...h3('h3PointDistM h3PointDistKm h3PointDistRads', ['degree', 'degree', 'degree', 'degree'], FLOAT64),
  ...h3('h3GetRes0Indexes', [], CELLS, 'result'),
  ...h3('h3GetPentagonIndexes', ['small'], CELLS, 'result'),
  ...h3('h3Line', ['cell', 'cell'], CELLS, 'result'),
  ...h3('h3Distance', ['cell', 'cell'], signed(64)),
  ...h3('h3GetUnidirectionalEdge', ['cell', 'cell'], UINT64),
  ...h3(
    'h3GetOriginIndexFromUnidirectionalEdge h3GetDestinationIndexFromUnidirectionalEdge',
    ['cell'],
    UINT64,
  ),
  ...h3('h3GetIndexesFromUnidirectionalEdge', ['cell'], pairOf('origin', 'destination', UINT64)),
  ...h3('h3GetUnidirectionalEdgesFromHexagon', ['cell'], CELLS, 'result'),
];

export const VECTORS: readonly FunctionRow[] = [
  ...vectorFunction('L1Norm L2Norm LinfNorm', 'any'),
  ...scalars('LpNorm', 'any, constant number', FLOAT64, {
    nulls: 'result',
    template: 'toFloat64(LpNorm($1, toFloat64($2)))',
    fits: VECTORS_AND_POWER,
  }),
  ...vectorFunction('L1Distance L2Distance LinfDistance cosineDistance', 'any, any'),
  ...scalars('LpDistance', 'any, any, constant number', FLOAT64, {
    nulls: 'result',
    template: 'toFloat64(LpDistance($1, $2, toFloat64($3)))',
    fits: VECTORS_AND_POWER,
  }),
  ...scalars('L1Normalize L2Normalize LinfNormalize', 'tuple', normalized, { nulls: 'result' }),
  ...scalars('LpNormalize', 'tuple, constant number', normalized, {
    nulls: 'result',
    template: 'LpNormalize($1, toFloat64($2))',
  }),
];
