import type { JsonSchema } from '../../schema/documented-as.ts';

/** How 64-bit integers arrive. */
export type Int64 = 'number' | 'string';

/** What types are written with. */
interface Writing {
  readonly int64: Int64;
  /** Called with the name of each component that a type refers to. */
  readonly refer: (component: string) => void;
}

/**
 * The TypeScript type of JSON values that meet a schema. What the schema does not say is `unknown`; texts of users
 * stand in it as literals only.
 */
export function typeOfSchema(schema: JsonSchema, writing: Writing): string {
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === 'string') return referred($ref, writing);
  if (constant !== undefined) return literal(constant);
  if (Array.isArray(values)) return union(values.map(literal));
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) return union(alternatives.map((each) => typeOfSchema(each, writing)));
  if (Array.isArray(allOf)) return allOf.map((each) => typeOfSchema(each, writing)).join(' & ');
  if (Array.isArray(type)) return union(type.map((each) => typeOfSchema({ ...schema, type: each }, writing)));
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return type;
    case 'integer':
      return schema['format'] === 'int64' ? writing.int64 : 'number';
    case 'array':
      return typeOfArray(schema, writing);
    case 'object':
      return typeOfObject(schema, writing);
    default:
      return 'unknown';
  }
}

function referred($ref: string, { refer }: Writing): string {
  const component = $ref.slice($ref.lastIndexOf('/') + 1);
  refer(component);
  return component;
}

function typeOfArray({ prefixItems, items, maxItems }: JsonSchema, writing: Writing): string {
  if (Array.isArray(prefixItems))
    return `readonly [${prefixItems.map((each) => typeOfSchema(each, writing)).join(', ')}]`;
  if (maxItems === 0) return 'readonly []';
  const item = isSchema(items) ? typeOfSchema(items, writing) : 'unknown';
  return item.includes(' ') ? `readonly (${item})[]` : `readonly ${item}[]`;
}

function typeOfObject(
  { properties = {}, required, additionalProperties }: JsonSchema,
  writing: Writing,
): string {
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  if (members.length === 0) {
    if (additionalProperties === false) return 'Readonly<Record<string, never>>';
    const value = isSchema(additionalProperties) ? typeOfSchema(additionalProperties, writing) : 'unknown';
    return `Readonly<Record<string, ${value}>>`;
  }
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const texts = members.map(([name, schema]) => {
    const mark = needed.includes(name) ? '' : '?';
    return `readonly ${memberName(name)}${mark}: ${typeOfSchema(schema, writing)}`;
  });
  return `{ ${texts.join('; ')} }`;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  return different.includes('unknown') || different.length === 0 ? 'unknown' : different.join(' | ');
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** The name of a member as an object type writes it. */
export function memberName(name: string): string {
  return IDENTIFIER.test(name) ? name : literal(name);
}

/** A value as source text: a text in single quotes, with nothing in it that could end it or the line. */
export function literal(value: unknown): string {
  if (typeof value !== 'string')
    return typeof value === 'object' && value !== null ? 'unknown' : String(value);
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}
