import { z } from 'zod';
import { component, described } from './described.ts';
import { fewMembers } from './few-members.ts';

const VARIABLE_TYPES = ['String', 'Number', 'Boolean', 'Date', 'List'] as const;

export type VariableType = (typeof VARIABLE_TYPES)[number];

/** A value of a variable as JSON spells it; whole numbers beyond 2^53 are bigint. */
const scalar = z.union([z.string(), z.number(), z.bigint(), z.boolean()]);
export const variableDefault = z.union([scalar, z.null(), z.array(scalar).max(10_000)]);
const bound = z.union([z.number(), z.bigint(), z.string()]);

/** One declaration of a variable. Whether its values fit its type and the query is judged where it is compiled. */
const variableDeclarationSchema = component('VariableDeclaration', 'What a variable is', {
  type: z.enum(VARIABLE_TYPES).optional().describe('Type of its values. Default: inferred from its use'),
  default: variableDefault.optional().describe('Value when a run sends none; null = NULL'),
  required: z
    .boolean()
    .optional()
    .describe('true: never NULL. false: NULL when a run sends none and there is no default'),
  description: described(z.string().max(10_000).optional(), 'What it means, for readers', 'Whose usage'),
  enum: z
    .array(z.union([z.string(), z.number(), z.bigint()]))
    .min(1)
    .max(1000)
    .optional()
    .describe('The only values that are allowed'),
  min: bound.optional().describe('Least value of a Number, or earliest Date'),
  max: bound.optional().describe('Greatest value of a Number, or latest Date'),
});

/** A variable as the owner declared it. `type` absent = inferred from use. */
export type VariableDeclaration = Readonly<z.output<typeof variableDeclarationSchema>>;

const NAME_RULE = 'a variable is named by a letter or _, then letters, digits and _';

export const variableName = described(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, NAME_RULE),
  '1..64 letters, digits and _, not beginning with a digit',
  'organization',
);

/** Of one query, in either form of their declarations. */
export const MOST_VARIABLES = 200;

/** Declarations by name. */
export const variableDeclarationsSchema = fewMembers(
  z.record(variableName, variableDeclarationSchema, {
    error: (issue) => (issue.code === 'invalid_key' ? NAME_RULE : undefined),
  }),
  MOST_VARIABLES,
  'variables',
);

export type VariableDeclarations = Readonly<Record<string, VariableDeclaration>>;
