import type { QueryVariable } from '../../query/plan.ts';
import type { JsonSchema } from '../../schema/documented-as.ts';
import type { VariableDeclaration, VariableType } from '../../schema/variable-declaration.ts';

const TYPES: Readonly<Record<VariableType, JsonSchema>> = {
  String: { type: 'string' },
  Number: { type: 'number' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', examples: ['2026-01-05', '-7d'] },
  List: { type: 'array', items: { type: ['string', 'number', 'boolean'] } },
};

/** The JSON values that a run may send for a variable of a SQL query. */
export function variableSchema(variable: QueryVariable, declaration: VariableDeclaration = {}): JsonSchema {
  const base = TYPES[variable.type];
  const isNullable = variable.nullable && declaration.required !== true;
  const { enum: values, min, max } = declaration;
  return {
    ...base,
    ...(isNullable && { type: [base['type'], 'null'] }),
    description: sentence(variable, declaration),
    ...(variable.type === 'Number' && min !== undefined && { minimum: min }),
    ...(variable.type === 'Number' && max !== undefined && { maximum: max }),
    ...(values !== undefined && { enum: isNullable ? [...values, null] : values }),
    ...(declaration.default !== undefined && { default: declaration.default }),
  };
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
