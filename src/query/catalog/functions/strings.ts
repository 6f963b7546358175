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
import { NO_AMOUNT, NO_LENGTH, NOT_TEXTS, TEXTS_AT } from './argument-relations.ts';
import { composites, scalars } from './define-rows.ts';

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
    scalars(name, 'string, string, string', STRING, {
      spreads: true,
      template: {
        shapes: { literal: `${name}($1, $2, $3)`, other: `${name}($1, ${SHORT_NEEDLE}, $3)` },
        choose: (_, context) => (hasShortNeedle(context) ? 'literal' : 'other'),
      },
      note: `What is replaced has at most ${LONGEST_NEEDLE} bytes.`,
    }),
  );

const SPLIT = 'constant text, string, constant number?';

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
      scalars(name, 'string, string, cast number?', UINT64, {
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
  scalars(name, 'string, constant number, array', result, {
    nulls: result.kind === 'array' ? 'result' : 'propagate',
    template: `${name}($1, toUInt32($2), $3)`,
    regex: 2,
    fits: TEXTS_AT(2),
  });

export const STRINGS: readonly FunctionRow[] = [
  ...scalars('length', 'text or array', UINT64, { refuses: [NO_LENGTH] }),
  ...scalars('empty notEmpty', 'stored value', UINT8, {
    refuses: [[...NO_LENGTH.filter((kind) => kind !== 'uuid')]],
  }),
  ...scalars('reverse', 'any', reversed, { refuses: [[...NO_LENGTH, 'map']] }),
  ...scalars('lower upper', 'string', STRING),
  ...scalars('ascii', 'string', signed(32)),
  ...scalars('lengthUTF8 char_length>lengthUTF8', 'string', UINT64),
  ...scalars('isValidUTF8', 'string', UINT8),
  ...scalars(
    `lowerUTF8 upperUTF8 toValidUTF8 reverseUTF8 base58Encode base58Decode tryBase58Decode base64Encode base64Decode
     tryBase64Decode encodeXMLComponent decodeXMLComponent extractTextFromHTML regexpQuoteMeta initcap`,
    'string',
    STRING,
  ),
  ...composites('tokens', 'string', TEXTS),
  ...scalars('left right leftUTF8 rightUTF8', 'string, integer', STRING),
  ...scalars('endsWith startsWith', 'string, string', UINT8),
  ...scalars('appendTrailingCharIfAbsent', 'string, constant text', STRING),
  ...scalars('repeat', 'string, whole', STRING, { grows: [1] }),
  ...scalars('leftPad rightPad leftPadUTF8 rightPadUTF8', 'string, whole, constant text?', STRING, {
    grows: [1],
  }),
  ...scalars('lpad>leftPad rpad>rightPad', 'string, whole, constant text?', STRING, { grows: [1] }),
  ...scalars('substring substr>substring', 'string, amount, amount?', STRING, { refuses: [[], NO_AMOUNT] }),
  ...scalars('substringUTF8', 'string, amount, amount?', STRING, { refuses: [[], NO_AMOUNT] }),
  ...scalars('convertCharset', 'string, constant text, constant text', STRING),
  ...scalars('concat', 'text...', STRING, { nulls: 'fill', note: 'NULL counts as empty text.' }),
  ...scalars('format', 'constant text, text...', STRING, { nulls: 'fill', spreads: true }),
  ...scalars('concatWithSeparator', 'constant text, text...', STRING, { nulls: 'fill' }),
  ...searches(
    `position positionCaseInsensitive positionUTF8 positionCaseInsensitiveUTF8 countSubstrings countSubstringsCaseInsensitive
     countSubstringsCaseInsensitiveUTF8`,
  ),
  ...scalars('locate>position', 'string, string, cast number?', UINT64, {
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
  ...scalars('regexpExtract', 'string, constant text, whole?', STRING, { regex: 1 }),
  ...scalars('match', 'string, string', UINT8, { regex: 1 }),
  ...scalars('extract', 'string, constant text', STRING, { regex: 1 }),
  ...scalars('extractAll extractGroups', 'string, constant text', TEXTS, { nulls: 'result', regex: 1 }),
  ...scalars(
    'extractAllGroups extractAllGroupsHorizontal extractAllGroupsVertical',
    'string, constant text',
    arrayOf(TEXTS),
    { nulls: 'result', regex: 1 },
  ),
  ...scalars('countMatches countMatchesCaseInsensitive', 'string, constant text', UINT64, { regex: 1 }),
  ...scalars(spellings('ngramDistance ngramSearch'), 'string, constant text', FLOAT32),
  ...composites(spellings('multiSearchAllPositions'), 'string, array', arrayOf(UINT64), {
    fits: TEXTS_AT(1),
  }),
  ...scalars(spellings('multiSearchFirstPosition multiSearchFirstIndex'), 'string, array', UINT64, {
    fits: TEXTS_AT(1),
  }),
  ...scalars(spellings('multiSearchAny'), 'string, array', UINT8, { fits: TEXTS_AT(1) }),
  ...scalars(spellings('hasSubsequence'), 'string, string', UINT8),
  ...scalars('hasToken hasTokenCaseInsensitive', 'string, constant text', UINT8, {
    note: 'The token holds neither blanks nor punctuation.',
  }),
  ...scalars('hasTokenOrNull hasTokenCaseInsensitiveOrNull', 'string, constant text', nullable(UINT8), {
    nulls: 'result',
    note: 'NULL for what is no token.',
  }),
  ...scalars('hasAnyTokens hasAllTokens', 'string, constant', UINT8, {
    refuses: [[], NOT_TEXTS],
    note: 'A text with the tokens, or a list of them.',
  }),
  ...scalars('multiMatchAny', 'string, array', UINT8, { regex: 1, fits: TEXTS_AT(1) }),
  ...scalars('multiMatchAnyIndex', 'string, array', UINT64, { regex: 1, fits: TEXTS_AT(1) }),
  ...scalars('multiMatchAllIndices', 'string, array', arrayOf(UINT64), {
    nulls: 'result',
    regex: 1,
    fits: TEXTS_AT(1),
  }),
  ...fuzzyMatch('multiFuzzyMatchAny', UINT8),
  ...fuzzyMatch('multiFuzzyMatchAnyIndex', UINT64),
  ...fuzzyMatch('multiFuzzyMatchAllIndices', arrayOf(UINT64)),
  ...replacements('replace replaceAll replaceOne'),
  ...scalars('replaceRegexpAll replaceRegexpOne', 'string, string, string', STRING, {
    spreads: true,
    regex: 1,
  }),
  ...scalars('translate translateUTF8', 'string, constant text, constant text', STRING, { spreads: true }),
  ...composites('splitByChar splitByString', SPLIT, TEXTS),
  ...composites('splitByRegexp', SPLIT, TEXTS, { regex: 0 }),
  ...composites('splitByWhitespace splitByNonAlpha alphaTokens', 'string, constant number?', TEXTS),
  ...scalars('ngrams', 'string, constant number', TEXTS, {
    nulls: 'result',
    template: 'ngrams($1, toUInt64($2))',
  }),
  ...scalars(
    'split_part>splitByString',
    'string, constant text, whole',
    ([, , position]) => (position?.nullable ? nullable(STRING) : STRING),
    {
      nulls: 'result',
      template: 'arrayElement(splitByString($2, $1), $3)',
      note: 'Parts are counted from 1; an absent part is empty text.',
    },
  ),
  ...scalars('trim>trimBoth btrim>trimBoth', 'string, constant text?', STRING),
  ...scalars('ltrim>trimLeft trimLeft rtrim>trimRight trimRight', 'string, constant text?', STRING),
  ...scalars('sortableSemver>extractAll', 'string', arrayOf(FLOAT64), {
    nulls: 'fill',
    template: "CAST(extractAll(extract($1, '[0-9]+(?:[.][0-9]+)*'), '[0-9]+'), 'Array(Float64)')",
    note: 'The numbers of a version such as 1.12.3, so that versions sort as people expect.',
  }),
  ...scalars('md5>MD5', 'string', STRING, { template: 'hex(MD5($1))' }),
  ...scalars('extractIPv4Substrings>extractAll', 'string', TEXTS, {
    nulls: 'result',
    template: "extractAll($1, '(?:[0-9]{1,3}[.]){3}[0-9]{1,3}')",
  }),
];
