import {
  arrayOf,
  FLOAT32,
  FLOAT64,
  nullable,
  STRING,
  signed,
  UINT8,
  UINT64,
  UNKNOWN,
} from '../build-type.ts';
import type { DataType } from '../data-type.ts';
import type { FunctionRow, ResultContext, ResultRule } from '../function-row.ts';
import { composites, type RowSpec, scalars } from './define-rows.ts';

const OPEN = Number.POSITIVE_INFINITY;
const TEXTS = arrayOf(STRING);

/** The type of `reverse`, which turns arrays as well as text. */
const reversed: ResultRule = ([value = UNKNOWN]) => (value.kind === 'array' ? value : STRING);

/**
 * Most bytes of a needle that a column gives: the engine compares it at every place of the text, and checks no time
 * limit meanwhile.
 */
const LONGEST_NEEDLE = 10_000;
const SHORT_NEEDLE = `substring($2, 1 + throwIf(length($2) > ${LONGEST_NEEDLE}))`;

/** True for a literal that is short in bytes, whatever its letters: a character has at most four bytes. */
const isShort = (needle: string | number | undefined): boolean =>
  typeof needle === 'string' && needle.length <= LONGEST_NEEDLE / 4;

const hasShortNeedle = ({ literals: [, needle] }: ResultContext): boolean => isShort(needle);

const replacements = (names: string): FunctionRow[] =>
  names.split(' ').flatMap((name) =>
    scalars(name, {
      arity: 3,
      args: ['string'],
      result: STRING,
      spreads: true,
      template: {
        shapes: { literal: `${name}($1, $2, $3)`, other: `${name}($1, ${SHORT_NEEDLE}, $3)` },
        choose: (_, context) => (hasShortNeedle(context) ? 'literal' : 'other'),
      },
      note: `What is replaced has at most ${LONGEST_NEEDLE} bytes.`,
    }),
  );

const split: RowSpec = {
  arity: [2, 3],
  args: ['constant', 'string', 'constant'],
  result: TEXTS,
  nulls: 'result',
};

/** The four spellings of each function that looks for a text: by bytes or by letters, with case or without. */
const spellings = (names: string): string =>
  names
    .split(' ')
    .flatMap((name) =>
      ['', 'CaseInsensitive', 'UTF8', 'CaseInsensitiveUTF8'].map((spelling) => `${name}${spelling}`),
    )
    .join(' ');

/** Functions that search from a start position, which the engine wants as an unsigned number. */
const searches = (names: string): FunctionRow[] =>
  names
    .trim()
    .split(/\s+/)
    .flatMap((name) =>
      scalars(name, {
        arity: [2, 3],
        args: ['string', 'string', 'integer'],
        result: UINT64,
        template: {
          shapes: {
            literal2: `${name}($1, $2)`,
            literal3: `${name}($1, $2, toUInt64($3))`,
            other2: `${name}($1, ${SHORT_NEEDLE})`,
            other3: `${name}($1, ${SHORT_NEEDLE}, toUInt64($3))`,
          },
          choose: (args, context) => `${hasShortNeedle(context) ? 'literal' : 'other'}${args.length}`,
        },
        note: `What is looked for has at most ${LONGEST_NEEDLE} bytes.`,
      }),
    );

/** Functions that count differing letters; the engine takes their number in one width only. */
const fuzzyMatch = (name: string, result: DataType): FunctionRow[] =>
  scalars(name, {
    arity: 3,
    args: ['string', 'constant', 'array'],
    result,
    nulls: result.kind === 'array' ? 'result' : 'propagate',
    template: `${name}($1, toUInt32($2), $3)`,
    regex: 2,
  });

export const STRINGS: readonly FunctionRow[] = [
  ...scalars('length', { arity: 1, result: UINT64 }),
  ...scalars('empty notEmpty', { arity: 1, result: UINT8 }),
  ...scalars('reverse', { arity: 1, result: reversed }),
  ...scalars('lower upper', { arity: 1, args: ['string'], result: STRING }),
  ...scalars('ascii', { arity: 1, args: ['string'], result: signed(32) }),
  ...scalars('lengthUTF8 char_length>lengthUTF8', { arity: 1, args: ['string'], result: UINT64 }),
  ...scalars('isValidUTF8', { arity: 1, args: ['string'], result: UINT8 }),
  ...scalars(
    `lowerUTF8 upperUTF8 toValidUTF8 reverseUTF8 base58Encode base58Decode tryBase58Decode base64Encode base64Decode
     tryBase64Decode encodeXMLComponent decodeXMLComponent extractTextFromHTML regexpQuoteMeta initcap`,
    { arity: 1, args: ['string'], result: STRING },
  ),
  ...composites('tokens', 1, ['string'], TEXTS),
  ...scalars('left right leftUTF8 rightUTF8', { arity: 2, args: ['string', 'integer'], result: STRING }),
  ...scalars('endsWith startsWith', { arity: 2, args: ['string'], result: UINT8 }),
  ...scalars('appendTrailingCharIfAbsent', { arity: 2, args: ['string', 'constant'], result: STRING }),
  ...scalars('repeat', { arity: 2, args: ['string', 'integer'], result: STRING, grows: [1] }),
  ...scalars('leftPad rightPad leftPadUTF8 rightPadUTF8', {
    arity: [2, 3],
    args: ['string', 'integer', 'string'],
    result: STRING,
    grows: [1],
  }),
  ...scalars('lpad>leftPad rpad>rightPad', {
    arity: [2, 3],
    args: ['string', 'integer', 'string'],
    result: STRING,
    grows: [1],
  }),
  ...scalars('substring substr>substring', {
    arity: [2, 3],

    args: ['string', 'amount'],
    result: STRING,
  }),
  ...scalars('substringUTF8', { arity: [2, 3], args: ['string', 'amount'], result: STRING }),
  ...scalars('convertCharset', { arity: 3, args: ['string', 'constant'], result: STRING }),
  ...scalars('concat', {
    arity: [1, OPEN],

    args: ['text'],
    result: STRING,
    nulls: 'fill',
    note: 'NULL counts as empty text.',
  }),
  ...scalars('format', {
    arity: [2, OPEN],
    args: ['string', 'text'],
    result: STRING,
    nulls: 'fill',
    spreads: true,
  }),
  ...scalars('concatWithSeparator', {
    arity: [2, OPEN],
    args: ['constant', 'text'],
    result: STRING,
    nulls: 'fill',
  }),
  ...searches(
    `position positionCaseInsensitive positionUTF8 positionCaseInsensitiveUTF8 countSubstrings countSubstringsCaseInsensitive
     countSubstringsCaseInsensitiveUTF8`,
  ),
  ...scalars('locate>position', {
    arity: [2, 3],
    args: ['string', 'string', 'integer'],
    result: UINT64,
    template: {
      shapes: {
        literal2: 'position($2, $1)',
        literal3: 'position($2, $1, toUInt64($3))',
        other2: `position($2, ${SHORT_NEEDLE.replaceAll('$2', '$1')})`,
        other3: `position($2, ${SHORT_NEEDLE.replaceAll('$2', '$1')}, toUInt64($3))`,
      },
      choose: (args, { literals: [needle] }) => `${isShort(needle) ? 'literal' : 'other'}${args.length}`,
    },
    note: 'The text that is looked for comes first; otherwise as position.',
  }),
  ...scalars('regexpExtract', {
    arity: [2, 3],
    args: ['string', 'constant', 'integer'],
    result: STRING,
    regex: 1,
  }),
  ...scalars('match', { arity: 2, args: ['string'], result: UINT8, regex: 1 }),
  ...scalars('extract', { arity: 2, args: ['string', 'constant'], result: STRING, regex: 1 }),
  ...scalars('extractAll extractGroups', {
    arity: 2,
    args: ['string', 'constant'],
    result: TEXTS,
    nulls: 'result',
    regex: 1,
  }),
  ...scalars('extractAllGroups extractAllGroupsHorizontal extractAllGroupsVertical', {
    arity: 2,
    args: ['string', 'constant'],
    result: arrayOf(TEXTS),
    nulls: 'result',
    regex: 1,
  }),
  ...scalars('countMatches countMatchesCaseInsensitive', {
    arity: 2,
    args: ['string', 'constant'],
    result: UINT64,
    regex: 1,
  }),
  ...scalars(spellings('ngramDistance ngramSearch'), {
    arity: 2,
    args: ['string', 'constant'],
    result: FLOAT32,
  }),
  ...composites(spellings('multiSearchAllPositions'), 2, ['string', 'array'], arrayOf(UINT64)),
  ...scalars(spellings('multiSearchFirstPosition multiSearchFirstIndex'), {
    arity: 2,
    args: ['string', 'array'],
    result: UINT64,
  }),
  ...scalars(spellings('multiSearchAny'), { arity: 2, args: ['string', 'array'], result: UINT8 }),
  ...scalars(spellings('hasSubsequence'), { arity: 2, args: ['string'], result: UINT8 }),
  ...scalars('hasToken hasTokenCaseInsensitive', {
    arity: 2,
    args: ['string', 'constant'],
    result: UINT8,
    note: 'The token holds neither blanks nor punctuation.',
  }),
  ...scalars('hasTokenOrNull hasTokenCaseInsensitiveOrNull', {
    arity: 2,
    args: ['string', 'constant'],
    result: nullable(UINT8),
    nulls: 'result',
    note: 'NULL for what is no token.',
  }),
  ...scalars('hasAnyTokens hasAllTokens', {
    arity: 2,
    args: ['string', 'constant'],
    result: UINT8,
    note: 'A text with the tokens, or a list of them.',
  }),
  ...scalars('multiMatchAny', { arity: 2, args: ['string', 'array'], result: UINT8, regex: 1 }),
  ...scalars('multiMatchAnyIndex', { arity: 2, args: ['string', 'array'], result: UINT64, regex: 1 }),
  ...scalars('multiMatchAllIndices', {
    arity: 2,
    args: ['string', 'array'],
    result: arrayOf(UINT64),
    nulls: 'result',
    regex: 1,
  }),
  ...fuzzyMatch('multiFuzzyMatchAny', UINT8),
  ...fuzzyMatch('multiFuzzyMatchAnyIndex', UINT64),
  ...fuzzyMatch('multiFuzzyMatchAllIndices', arrayOf(UINT64)),
  ...replacements('replace replaceAll replaceOne'),
  ...scalars('replaceRegexpAll replaceRegexpOne', {
    arity: 3,
    args: ['string'],
    result: STRING,
    spreads: true,
    regex: 1,
  }),
  ...scalars('translate translateUTF8', { arity: 3, args: ['string'], result: STRING, spreads: true }),
  ...scalars('splitByChar splitByString', split),
  ...scalars('splitByRegexp', { ...split, regex: 0 }),
  ...composites('splitByWhitespace splitByNonAlpha alphaTokens', [1, 2], ['string', 'constant'], TEXTS),
  ...scalars('ngrams', {
    arity: 2,
    args: ['string', 'constant'],
    result: TEXTS,
    nulls: 'result',
    template: 'ngrams($1, toUInt64($2))',
  }),
  ...scalars('split_part>splitByString', {
    arity: 3,
    args: ['string', 'constant', 'integer'],
    result: ([, , position]) => (position?.nullable ? nullable(STRING) : STRING),
    nulls: 'result',
    template: 'arrayElement(splitByString($2, $1), $3)',
    note: 'Parts are counted from 1; an absent part is empty text.',
  }),
  ...scalars('trim>trimBoth btrim>trimBoth', {
    arity: [1, 2],

    args: ['string', 'constant'],
    result: STRING,
  }),
  ...scalars('ltrim>trimLeft trimLeft rtrim>trimRight trimRight', {
    arity: [1, 2],
    args: ['string', 'constant'],
    result: STRING,
  }),
  ...scalars('sortableSemver>extractAll', {
    arity: 1,
    args: ['string'],
    result: arrayOf(FLOAT64),
    nulls: 'fill',
    template: "CAST(extractAll(extract($1, '[0-9]+(?:[.][0-9]+)*'), '[0-9]+'), 'Array(Float64)')",
    note: 'The numbers of a version such as 1.12.3, so that versions sort as people expect.',
  }),
  ...scalars('md5>MD5', { arity: 1, args: ['string'], result: STRING, template: 'hex(MD5($1))' }),
  ...scalars('extractIPv4Substrings>extractAll', {
    arity: 1,
    args: ['string'],
    result: TEXTS,
    nulls: 'result',
    template: "extractAll($1, '(?:[0-9]{1,3}[.]){3}[0-9]{1,3}')",
  }),
];
