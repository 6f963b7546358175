import type { QueryVariable } from '../../query/plan.ts';
import type { JsonSchema } from '../../schema/documented-as.ts';
import type { VariableDeclaration, VariableType } from '../../schema/variable-declaration.ts';

const TYPES: Readonly<Record<VariableType, JsonSchema>> = {
  String: { type: 'string' },
  Number: { type: 'number' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string' },
  List: { type: 'array', items: { type: ['string', 'number', 'boolean'] } },
};

const EXAMPLES: Readonly<Record<VariableType, unknown>> = {
  String: 'text',
  Number: 10,
  Boolean: true,
  Date: '-7d',
  List: ['text'],
};

/** The JSON values that a run may send for a variable of a SQL query, and one of them. */
export function variableForm(
  variable: QueryVariable,
  declaration: VariableDeclaration = {},
): { readonly schema: JsonSchema; readonly example: unknown } {
  const example = exampleOf(variable, declaration);
  return { schema: { ...schemaOf(variable, declaration), examples: [example] }, example };
}

/** The default where there is one: an example that answers something. */
function exampleOf({ type }: QueryVariable, declaration: VariableDeclaration): unknown {
  const { default: usual, enum: [first] = [], min, max } = declaration;
  if (usual !== undefined && usual !== null) return usual;
  if (type === 'List' && first !== undefined) return [first];
  return first ?? min ?? max ?? EXAMPLES[type];
}

function schemaOf(variable: QueryVariable, declaration: VariableDeclaration): JsonSchema {
  const base = TYPES[variable.type];
  const isNullable = variable.nullable && declaration.required !== true;
  const { enum: values, min, max } = declaration;
  return {
    ...base,
    ...(isNullable && { type: [base['type'], 'null'] }),
    description: sentence(variable, declaration),
    ...(variable.type === 'Number' && min !== undefined && { minimum: min }),
    ...(variable.type === 'Number' && max !== undefined && { maximum: max }),
    ...(values !== undefined && enumOf(variable.type, values, isNullable)),
    ...(declaration.default !== undefined && { default: declaration.default }),
  };
}

/** The items of a list are of the enum, not the list. */
function enumOf(type: VariableType, values: readonly unknown[], isNullable: boolean): JsonSchema {
  if (type === 'List') return { items: { enum: values } };
  return { enum: isNullable ? [...values, null] : values };
}

function sentence(
  { type, required, declared }: QueryVariable,
  { description, min, max }: VariableDeclaration,
): string {
  const isDate = type === 'Date';
  return [
    description,
    `${type}${declared ? '' : ', inferred from its use'}, ${required ? 'required' : 'optional'}.`,
    isDate && 'ISO date or datetime, or a relative date.',
    isDate && min !== undefined && `Not before ${min}.`,
    isDate && max !== undefined && `Not after ${max}.`,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
}
