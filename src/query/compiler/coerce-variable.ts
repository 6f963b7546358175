import { Temporal } from 'temporal-polyfill';
import { AppError } from '../../base/errors.ts';
import type { VariableDeclaration, VariableType } from '../../schema/variable-declaration.ts';
import { type ParsedDate, parseDate } from '../filters/relative-date.ts';

/** A value that has the type of its variable. Dates stay as they were written until the time of the run is known. */
export type VariableValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'text'; readonly text: string }
  /** bigint for whole numbers, which bind as Int64; number for all others. */
  | { readonly kind: 'number'; readonly number: number | bigint }
  | { readonly kind: 'truth'; readonly truth: boolean }
  | { readonly kind: 'date'; readonly text: string; readonly date: Exclude<ParsedDate, { kind: 'all' }> }
  | { readonly kind: 'list'; readonly items: readonly (string | number | bigint)[] };

/** Most items of a list ([SPEC-8]). */
const MAX_LIST_ITEMS = 10_000;

/** The variable that a value is for. */
export interface VariableTarget {
  readonly name: string;
  readonly type: VariableType;
  /** An inferred String also takes numbers and truth values as their text. */
  readonly declared: boolean;
}

/**
 * Gives a JSON value the type of its variable, strictly: nothing is cut, rounded or guessed.
 * @throws invalid_variable naming the variable
 */
export function coerceVariable(value: unknown, target: VariableTarget): VariableValue {
  switch (target.type) {
    case 'String':
      return { kind: 'text', text: coerceText(value, target) };
    case 'Number':
      return { kind: 'number', number: coerceNumber(value, target) };
    case 'Boolean':
      return { kind: 'truth', truth: coerceTruth(value, target) };
    case 'Date':
      return coerceDate(value, target);
    case 'List':
      return { kind: 'list', items: coerceList(value, target) };
  }
}

function coerceText(value: unknown, target: VariableTarget): string {
  if (typeof value === 'string') return value;
  const hasText = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
  if (!target.declared && hasText) return String(value);
  if (Array.isArray(value)) {
    const inList = `IN {variables.${target.name}}`;
    throw invalid(target, `it takes a text, found a list; in the query use ${inList} for a list`);
  }
  throw wrongType(target, 'a text', value);
}

const WHOLE = /^-?\d+$/;
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

function coerceNumber(value: unknown, target: VariableTarget): number | bigint {
  if (typeof value === 'bigint') return int64(value, target);
  if (typeof value === 'string' && WHOLE.test(value)) return int64(BigInt(value), target);
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  if (typeof number !== 'number') throw wrongType(target, 'a number', value);
  if (!Number.isFinite(number)) throw invalid(target, `${String(value)} is too large`);
  return Number.isInteger(number) ? int64(BigInt(number), target) : number;
}

function int64(value: bigint, target: VariableTarget): bigint {
  if (value < MIN_INT64 || value > MAX_INT64)
    throw invalid(target, `${value} is outside the 64-bit integers`);
  return value;
}

function coerceTruth(value: unknown, target: VariableTarget): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw wrongType(target, 'true or false', value);
}

function coerceDate(value: unknown, target: VariableTarget): VariableValue {
  if (typeof value !== 'string') throw wrongType(target, 'a date text', value);
  const date = parseVariableDate(value, target);
  if (date.kind === 'all') throw invalid(target, '"all" is not a date');
  return { kind: 'date', text: value, date };
}

function parseVariableDate(text: string, target: VariableTarget): ParsedDate {
  try {
    return parseDate(text);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new AppError('invalid_variable', `The variable "${target.name}": ${cause.message}`, {
      attr: `variables.${target.name}`,
      cause,
    });
  }
}

function coerceList(value: unknown, target: VariableTarget): readonly (string | number | bigint)[] {
  if (!Array.isArray(value)) throw wrongType(target, 'a list', value);
  if (value.length > MAX_LIST_ITEMS) throw invalid(target, `a list holds at most ${MAX_LIST_ITEMS} items`);
  return value.map((item: unknown) => {
    if (typeof item === 'string') return item;
    if (typeof item === 'number' || typeof item === 'bigint') return coerceNumber(item, target);
    throw wrongType(target, 'texts or numbers in its list', item);
  });
}

/** @throws invalid_variable when a value breaks the enum or range of its declaration */
export function checkDeclaredRange(
  value: VariableValue,
  declaration: VariableDeclaration | undefined,
  target: VariableTarget,
): void {
  if (!declaration || value.kind === 'null') return;
  if (declaration.enum) checkEnum(value, declaration.enum, target);
  if (value.kind === 'date') checkDateRange(value, declaration, target);
  if (value.kind !== 'number') return;
  const { min, max } = declaration;
  if (min !== undefined && value.number < coerceNumber(min, target)) {
    throw invalid(target, `${value.number} is less than ${min}`);
  }
  if (max !== undefined && value.number > coerceNumber(max, target)) {
    throw invalid(target, `${value.number} is more than ${max}`);
  }
}

/** Checks a date against the bounds as calendar texts. A relative date is compared only after it is resolved. */
function checkDateRange(
  { text, date }: Extract<VariableValue, { kind: 'date' }>,
  { min, max }: VariableDeclaration,
  target: VariableTarget,
): void {
  if (date.kind !== 'absolute') return;
  const outside = (bound: unknown, isWrong: (order: number) => boolean) => {
    if (typeof bound !== 'string') return false;
    const parsed = parseVariableDate(bound, target);
    if (parsed.kind !== 'absolute') return false;
    return isWrong(Temporal.PlainDateTime.compare(date.wallClock, parsed.wallClock));
  };
  if (outside(min, (order) => order < 0)) throw invalid(target, `${text} is before ${min}`);
  if (outside(max, (order) => order > 0)) throw invalid(target, `${text} is after ${max}`);
}

function checkEnum(
  value: VariableValue,
  allowed: NonNullable<VariableDeclaration['enum']>,
  target: VariableTarget,
): void {
  const texts = new Set(allowed.map(String));
  const items = value.kind === 'list' ? value.items.map(String) : [valueText(value)];
  const outside = items.find((item) => !texts.has(item));
  if (outside === undefined) return;
  throw invalid(
    target,
    `${JSON.stringify(outside)} is none of ${[...texts].map((text) => JSON.stringify(text)).join(', ')}`,
  );
}

function valueText(value: Exclude<VariableValue, { kind: 'list' }>): string {
  switch (value.kind) {
    case 'null':
      return 'null';
    case 'text':
    case 'date':
      return value.text;
    case 'number':
      return String(value.number);
    case 'truth':
      return String(value.truth);
  }
}

/** The value in one form per meaning: `0`, `0.0` and `"0"` of a Number share a form, `null` and `"null"` do not. */
export function canonicalValue(value: VariableValue): unknown {
  switch (value.kind) {
    case 'null':
      return null;
    case 'text':
      return ['text', value.text];
    case 'date':
      return ['date', value.text];
    case 'number':
      return ['number', String(value.number)];
    case 'truth':
      return ['truth', value.truth];
    case 'list':
      return [
        'list',
        ...value.items.map((item) => [typeof item === 'string' ? 'text' : 'number', String(item)]),
      ];
  }
}

function wrongType(target: VariableTarget, wanted: string, value: unknown): AppError {
  const found = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
  return invalid(target, `it takes ${wanted}, found ${found}`);
}

function invalid({ name, type }: VariableTarget, reason: string): AppError {
  return new AppError('invalid_variable', `The variable "${name}" (${type}): ${reason}.`, {
    attr: `variables.${name}`,
  });
}
