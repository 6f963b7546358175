import type { ParameterValue } from '../../../base/engine-parameter.ts';
import { isLookupValue, type LookupSubject } from '../../../schema/lookup.ts';
import { arrayOf, FLOAT64, STRING } from '../../catalog/build-type.ts';
import { FORMS } from '../../catalog/functions/forms.ts';
import { elementOf } from '../../catalog/functions/result-rules.ts';
import { call, cast, floatLiteral, textLiteral } from '../build-ir.ts';
import { expandTemplate } from '../expand-template.ts';
import type {
  IrCall,
  IrExpr,
  IrLiteral,
  IrLookup,
  IrOutput,
  IrProperty,
  IrTable,
  ScanExport,
} from '../ir.ts';

/** By what the rows that meet a condition can be found. */
export type FoundBy = Omit<IrLookup, 'number'>;

/** Where a condition stands: the table of events that it is on, and the aliases that it may name. */
interface Place {
  readonly table: IrTable;
  readonly aliases: readonly IrOutput[];
}

/**
 * How the rows that meet a condition are found: those whose value is equal to a constant, or in a constant list.
 * Undefined for every other condition, and for texts that no lookup has.
 */
export function foundBy(condition: IrExpr, place: Place): FoundBy | undefined {
  const { comparison, variable } = unwrapped(condition);
  if (comparison?.op === undefined) return undefined;
  const [left, right] = comparison.args;
  if (left === undefined || right === undefined) return undefined;
  const isTurned = comparison.op === 'equals' && isValue(left);
  const [side, sought] = isTurned ? [right, left] : [left, right];
  const only = comparison.op === 'in' ? onlyItem(sought) : undefined;
  const asked =
    only === undefined ? { op: comparison.op, value: sought } : { op: 'equals' as const, value: only };
  const { op, value } = asked;
  if (value.kind === 'variable' ? value.nullable : variable !== undefined) return undefined;
  if (value.kind === 'variable' && variable !== undefined && value.variable !== variable) return undefined;
  const subject = subjectOf(side, place);
  const wanted = subject && wantedTexts(value, subject, op === 'in');
  if (subject === undefined || wanted === undefined) return undefined;
  return {
    subject,
    op,
    wanted,
    ...(value.kind === 'variable' && { variable: value.variable }),
  };
}

/** The item of a constant list that has no other. */
function onlyItem(list: IrExpr): IrLiteral | undefined {
  if (list.kind !== 'literal' || !Array.isArray(list.value) || list.value.length !== 1) return undefined;
  const [value]: readonly Exclude<ParameterValue, readonly unknown[]>[] = list.value;
  const engineType = /^Array\((.*)\)$/.exec(list.engineType)?.[1];
  if (value === undefined || engineType === undefined) return undefined;
  return { kind: 'literal', value, engineType, type: elementOf(list.type) };
}

function isValue({ kind }: IrExpr): boolean {
  return kind === 'literal' || kind === 'variable';
}

/** The comparison in a condition: of its two forms the one for a variable that is not NULL, which is false for NULL. */
function unwrapped(condition: IrExpr): {
  readonly comparison: IrCall | undefined;
  readonly variable?: string;
} {
  if (condition.kind === 'nullSwitch') {
    const { comparison } = unwrapped(condition.otherwise);
    return { comparison, variable: condition.variable };
  }
  if (condition.kind !== 'call') return { comparison: undefined };
  const [inner] = condition.args;
  return condition.isFalseForNull && inner ? unwrapped(inner) : { comparison: condition };
}

/** What of an event a side of a comparison is. */
function subjectOf(side: IrExpr, place: Place): LookupSubject | undefined {
  switch (side.kind) {
    case 'name': {
      const alias = place.aliases.find(({ name }) => name === side.name);
      return alias && subjectOf(alias.expr, place);
    }
    case 'property':
      return subjectOfProperty(side, place);
    case 'cast':
      return side.orNull === true && side.to === 'Float64'
        ? numberOf(subjectOf(side.expr, place))
        : undefined;
    case 'column':
      return subjectOfColumn(side, place);
    default:
      return undefined;
  }
}

/** A property as the project types it: a number, or the text itself, which for `true` is `true`. */
function subjectOfProperty({ text, definition }: IrProperty, place: Place): LookupSubject | undefined {
  switch (definition) {
    case undefined:
    case 'Boolean':
      return subjectOf(text, place);
    case 'Numeric':
      return numberOf(subjectOf(text, place));
    case 'DateTime':
      return undefined;
  }
}

function numberOf(text: LookupSubject | undefined): LookupSubject | undefined {
  return text?.kind === 'property' ? { kind: 'number', key: text.key } : undefined;
}

function subjectOfColumn(
  { table, column }: { readonly table: string; readonly column: string },
  place: Place,
): LookupSubject | undefined {
  const { alias, base, outputs } = place.table;
  if (table === alias) {
    const output = [...outputs.values()].find(({ name }) => name === column);
    return output && subjectOf(output.expr, place);
  }
  if (base.kind !== 'stored' || table !== base.alias) return undefined;
  const item = [...base.exports.values()].find(({ name }) => name === column);
  return item && subjectOfExport(item);
}

const GROUP = /^group_([0-4])$/;

function subjectOfExport(item: ScanExport): LookupSubject | undefined {
  const { engineName, template } = item.column;
  if (item.kind === 'property') {
    const [key, ...deeper] = item.path;
    const isKey = engineName === 'properties' && deeper.length === 0 && key?.kind === 'literal';
    return isKey && typeof key.value === 'string' ? { kind: 'property', key: key.value } : undefined;
  }
  if (template !== undefined) return undefined;
  if (engineName === 'distinct_id') return { kind: 'distinct_id' };
  const index = GROUP.exec(engineName)?.[1];
  return index === undefined ? undefined : { kind: 'group', index: Number(index) };
}

/** The texts of the wanted values, as the lookup has them; undefined for values of another type than the subject's. */
function wantedTexts(value: IrExpr, { kind }: LookupSubject, isList: boolean): IrExpr | undefined {
  if (kind !== 'number') return isTexts(value, isList) ? value : textOfTruth(value, isList);
  const numbers = wantedNumbers(value, isList);
  if (numbers === undefined) return undefined;
  if (isList) return cast(cast(numbers, arrayOf(FLOAT64)), arrayOf(STRING));
  return call('toString', [cast(numbers, FLOAT64)], STRING);
}

function isTexts(value: IrExpr, isList: boolean): boolean {
  if (value.kind === 'variable') return value.form === (isList ? 'strings' : 'string');
  if (value.kind !== 'literal' || value.engineType !== (isList ? 'Array(String)' : 'String')) return false;
  const texts: readonly unknown[] = Array.isArray(value.value) ? value.value : [value.value];
  return texts.every((text) => typeof text === 'string' && isLookupValue(text));
}

/** The text under which a property has a truth value. */
function textOfTruth(value: IrExpr, isList: boolean): IrExpr | undefined {
  if (value.kind === 'variable' && value.form === 'bool')
    return expandTemplate(FORMS.textOfTruth, { args: [value], type: STRING });
  if (value.kind !== 'literal') return undefined;
  const truths: readonly unknown[] = isList && Array.isArray(value.value) ? value.value : [value.value];
  const texts = truths.filter((truth) => typeof truth === 'boolean').map(String);
  const [first] = texts;
  if (first === undefined || texts.length < truths.length) return undefined;
  if (!isList) return textLiteral(first);
  return { kind: 'literal', value: texts, engineType: 'Array(String)', type: arrayOf(STRING) };
}

function wantedNumbers(value: IrExpr, isList: boolean): IrExpr | undefined {
  if (value.kind === 'variable') {
    const { form } = value;
    return (isList ? form === 'numbers' : form === 'number' || form === 'integer') ? value : undefined;
  }
  if (value.kind !== 'literal') return undefined;
  if (!isList) return isNumber(value.value) ? floatLiteral(plainNumber(value.value)) : undefined;
  const items: readonly unknown[] = Array.isArray(value.value) ? value.value : [];
  if (!Array.isArray(value.value) || !items.every(isNumber)) return undefined;
  return floatList(items.map(plainNumber));
}

function isNumber(value: ParameterValue | unknown): value is number | bigint {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** As the subject has it: the nearest float, and no negative zero. */
function plainNumber(value: number | bigint): number {
  return Number(value) + 0;
}

function floatList(value: readonly number[]): IrLiteral {
  return { kind: 'literal', value, engineType: 'Array(Float64)', type: arrayOf(FLOAT64) };
}
