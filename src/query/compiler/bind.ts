import { Temporal } from 'temporal-polyfill';
import type { EngineParameter, ParameterValue } from '../../base/engine-parameter.ts';
import { AppError } from '../../base/errors.ts';
import { keptFromMs } from '../../base/event-retention.ts';
import { invariant } from '../../base/invariant.ts';
import { isLookupValue } from '../../schema/lookup.ts';
import { regexProblem, shownPattern } from '../filters/regex-problem.ts';
import { type DateContext, resolveDate } from '../filters/relative-date.ts';
import type { ListName, PlannedQuery } from '../run-plan.ts';
import {
  numberSlotType,
  type Piece,
  type SwitchValue,
  SYSTEM_TYPES,
  type VariableSlot,
} from './clickhouse/printed-text.ts';
import type { VariableValue } from './coerce-variable.ts';
import type { CompiledStatement } from './compile.ts';
import { instantTextOfMs } from './constant-time.ts';
import type { OwnLimits } from './passes/pass.ts';
import { BLOCK_ROWS } from './resolve/large-values.ts';
import { SLOT_TYPES, type SlotForm, slotParameterType } from './slot-forms.ts';

/** Values of the variables of a statement, by name. */
export type VariableValues = ReadonlyMap<string, VariableValue>;

export interface BindInput {
  readonly values: VariableValues;
  /** Milliseconds since 1970, against which `now()` and relative dates are resolved. */
  readonly nowMs: number;
  readonly rows: RowWindow;
}

/** Which of the rows a run wants. */
interface RowWindow {
  /** Most rows to return. */
  readonly limit: number;
  readonly offset: number;
  /** Ask the engine for exactly `limit` rows, not for one more. */
  readonly isExact?: boolean;
}

export interface BoundStatement {
  readonly query: PlannedQuery;
  /**
   * Most rows to return. Unless the window is exact, the query asks for one row more where the statement may have more.
   */
  readonly limit: number;
}

/** Fills the slots of a compiled statement. Text is built only where a variable decides between texts. */
export function bindStatement(compiled: CompiledStatement, input: BindInput): BoundStatement {
  const { values } = input;
  const parameters: Record<string, EngineParameter> = {};
  for (const { name, type, value } of compiled.constants) parameters[name] = { type, value };
  const dates = dateContext(compiled, input.nowMs);
  for (const slot of compiled.slots) {
    const value = values.get(slot.variable);
    invariant(value, 'every variable has a value when a statement is bound');
    if (value.kind === 'null' && !slot.nullable) continue;
    parameters[slot.name] = slotParameter(slot, value, dates);
  }
  const window = rowWindow(compiled.own, input);
  const systems: Readonly<Record<string, ParameterValue | undefined>> = {
    team: compiled.project.projectId,
    kept: keptText(compiled, input.nowMs),
    now: instantTextOfMs(input.nowMs),
    limit: window.engineLimit,
    offset: window.engineOffset,
  };
  const lists: ListName[] = [];
  for (const name of compiled.systems) {
    if (name === 'actions' || name === 'cohorts' || name === 'endpoints') {
      lists.push(name);
      continue;
    }
    const value = systems[name];
    invariant(value !== undefined, 'every value of the server is set when a statement is bound');
    parameters[name] = { type: SYSTEM_TYPES[name], value };
  }
  const { eventProperties, lookupSubjects } = compiled;
  const query = {
    sql: boundText(compiled.pieces, values),
    parameters,
    eventProperties,
    lookupSubjects,
    ...(lists.length > 0 && { lists }),
    ...blockRowsOf(compiled, parameters),
  };
  return { query, limit: window.limit };
}

/** The moment of the earliest event that the statement may see; undefined where all events are kept. */
function keptText({ project }: CompiledStatement, nowMs: number): string | undefined {
  const { eventRetention } = project;
  const ms = eventRetention && keptFromMs(eventRetention, nowMs);
  return typeof ms === 'number' ? instantTextOfMs(ms) : undefined;
}

/**
 * Rows that the engine may work on at once. A large text that a caller sends limits them too, because it stands in
 * every row.
 */
function blockRowsOf(
  { blockRows }: CompiledStatement,
  parameters: Readonly<Record<string, EngineParameter>>,
): { readonly blockRows?: number } {
  const rows = blockRows ?? (hasLargeText(parameters) ? BLOCK_ROWS : undefined);
  return rows === undefined ? {} : { blockRows: rows };
}

const LARGE_TEXT = 4096;

function hasLargeText(parameters: Readonly<Record<string, EngineParameter>>): boolean {
  for (const name in parameters) {
    const value = parameters[name]?.value;
    if (typeof value === 'string' && value.length > LARGE_TEXT) return true;
  }
  return false;
}

/** Time of the run in the project's zone; made only when a variable needs it. */
function dateContext(compiled: CompiledStatement, nowMs: number): () => DateContext {
  const { project } = compiled;
  return () => ({
    now: Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(project.timezone),
    weekStartDay: project.weekStartDay,
  });
}

function boundText(pieces: readonly Piece[], values: VariableValues): string {
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === 'string') return only;
  return pieces.map((piece) => pieceText(piece, values)).join('');
}

function pieceText(piece: Piece, values: VariableValues): string {
  if (typeof piece === 'string') return piece;
  const value = values.get(piece.variable);
  if (piece.kind === 'switch')
    return boundText(isSo(piece.on, value) ? piece.whenSo : piece.otherwise, values);
  return numberSlotType(isWhole(value), piece.list, piece.nullable);
}

function isSo(on: SwitchValue, value: VariableValue | undefined): boolean {
  switch (on) {
    case 'null':
      return value?.kind === 'null';
    case 'outside':
      return value?.kind === 'null' || !isFound(value);
    case 'one':
      return value?.kind === 'list' && value.items.length === 1;
  }
}

/** False for a value whose rows a lookup may not have. */
function isFound(value: VariableValue | undefined): boolean {
  if (value?.kind === 'list')
    return value.items.every((item) => typeof item !== 'string' || isLookupValue(item));
  return value?.kind !== 'text' || isLookupValue(value.text);
}

function isWhole(value: VariableValue | undefined): boolean {
  if (value?.kind === 'number') return typeof value.number === 'bigint';
  if (value?.kind === 'list') return value.items.every((item) => typeof item === 'bigint');
  return true;
}

function slotParameter(slot: VariableSlot, value: VariableValue, dates: () => DateContext): EngineParameter {
  const { form, nullable } = slot;
  if (form === 'number' || form === 'numbers') {
    const type = numberSlotType(isWhole(value), form === 'numbers', form === 'number' && nullable);
    return { type, value: slotValue(slot.variable, form, value, dates) };
  }
  return { type: slotParameterType(form, nullable), value: slotValue(slot.variable, form, value, dates) };
}

function slotValue(
  variable: string,
  form: SlotForm,
  value: VariableValue,
  dates: () => DateContext,
): ParameterValue {
  switch (value.kind) {
    case 'null':
      // No array of the engine is NULL; a list without value has no items.
      return SLOT_TYPES[form].kind === 'array' ? [] : null;
    case 'text':
      return textValue(variable, form, value.text);
    case 'truth':
      return value.truth;
    case 'number':
      if (form === 'integer' && typeof value.number !== 'bigint') {
        throw invalid(variable, `${value.number} is not a whole number`);
      }
      return value.number;
    case 'date': {
      const moment = resolveDate(value.date, dates(), `variables.${variable}`);
      return form === 'date' ? moment.toPlainDate().toString() : instantOf(moment);
    }
    case 'list':
      return listValue(variable, form, value.items);
  }
}

function textValue(variable: string, form: SlotForm, text: string): string {
  if (form === 'uuid') return uuidText(text, variable);
  return form === 'pattern' ? patternText(text, variable) : text;
}

function listValue(
  variable: string,
  form: SlotForm,
  items: readonly (string | number | bigint)[],
): ParameterValue {
  switch (form) {
    case 'numbers': {
      const numbers = items.map((item) => {
        if (typeof item === 'string') throw invalid(variable, `${JSON.stringify(item)} is not a number`);
        return item;
      });
      return numbers.every((item) => typeof item === 'bigint') ? numbers : numbers.map(Number);
    }
    case 'uuids':
      return items.map((item) => uuidText(String(item), variable));
    case 'patterns':
      return items.map((item) => patternText(String(item), variable));
    default:
      return items.map(String);
  }
}

const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function uuidText(text: string, variable: string): string {
  if (UUID_TEXT.test(text)) return text;
  throw invalid(variable, `${JSON.stringify(text)} is not a UUID`);
}

function patternText(text: string, variable: string): string {
  const problem = regexProblem(text);
  if (problem === undefined) return text;
  throw invalid(variable, `${shownPattern(text)} is not a regular expression: ${problem}`);
}

/** `YYYY-MM-DD hh:mm:ss.ffffff` in UTC. */
function instantOf(moment: Temporal.ZonedDateTime): string {
  const text = moment.toInstant().toString({ smallestUnit: 'microsecond' });
  return text.replace('T', ' ').replace('Z', '');
}

/**
 * The rows to ask the engine for. A caller never gets rows past the statement's own LIMIT. Unless the window is exact,
 * one row more is asked for where there may be one, so that `hasMore` is known.
 */
function rowWindow(
  own: OwnLimits,
  { values, rows }: BindInput,
): { readonly limit: number; readonly engineLimit: number; readonly engineOffset: number } {
  const left = Math.max(0, ownCount(own.limit, values, Number.MAX_SAFE_INTEGER) - rows.offset);
  return {
    limit: Math.min(rows.limit, left),
    engineLimit: Math.min(rows.isExact ? rows.limit : rows.limit + 1, left),
    // The offset is cut to what JavaScript can count exactly: no table has that many rows.
    engineOffset: Math.min(ownCount(own.offset, values, 0) + rows.offset, Number.MAX_SAFE_INTEGER),
  };
}

function ownCount(expr: OwnLimits['limit'], values: VariableValues, otherwise: number): number {
  if (!expr) return otherwise;
  if (expr.kind === 'literal') return Number(expr.value);
  const value = values.get(expr.variable);
  if (value?.kind !== 'number' || value.number < 0) {
    throw invalid(expr.variable, 'LIMIT and OFFSET take a whole number from 0 on');
  }
  if (typeof value.number !== 'bigint') throw invalid(expr.variable, `${value.number} is not a whole number`);
  return Math.min(Number(value.number), Number.MAX_SAFE_INTEGER);
}

function invalid(variable: string, reason: string): AppError {
  return new AppError('invalid_variable', `The variable "${variable}": ${reason}.`, {
    attr: `variables.${variable}`,
  });
}
