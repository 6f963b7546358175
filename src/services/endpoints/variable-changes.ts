import type { QueryVariable } from '../../query/plan.ts';
import type { VariableDeclaration, VariableDeclarations } from '../../schema/variable-declaration.ts';
import type { Warning } from '../../schema/warning.ts';

/** The variables of a version: the query's facts about them and the owner's declarations. */
export interface VariablesOfVersion {
  readonly variables: readonly QueryVariable[];
  readonly declarations: VariableDeclarations;
}

interface Variable extends QueryVariable {
  readonly declaration: VariableDeclaration;
}

/** What a new version takes from callers who send variables: a warning for each value or call that is now refused. */
export function variableChanges(before: VariablesOfVersion, after: VariablesOfVersion): readonly Warning[] {
  const now = byName(after);
  const then = byName(before);
  const lost = [...then.values()].flatMap((variable) => lossesOf(variable, now.get(variable.name)));
  const demanded = [...now.values()].filter(({ name, required }) => required && !then.has(name));
  return [...lost, ...demanded.map(({ name }) => warning(name, 'is new and required'))];
}

function byName({ variables, declarations }: VariablesOfVersion): ReadonlyMap<string, Variable> {
  return new Map(
    variables.map((variable) => {
      const declared = Object.hasOwn(declarations, variable.name) ? declarations[variable.name] : undefined;
      return [variable.name, { ...variable, declaration: declared ?? {} }];
    }),
  );
}

function lossesOf(before: Variable, after: Variable | undefined): readonly Warning[] {
  const { name } = before;
  if (after === undefined) return [warning(name, 'is removed')];
  const losses = [
    after.required && !before.required && 'is required now',
    after.type !== before.type && `changes its type from ${before.type} to ${after.type}`,
    ...narrowings(before, after),
  ];
  return losses.filter((loss) => typeof loss === 'string').map((loss) => warning(name, loss));
}

/** The values of the same type that are refused now. */
function narrowings(before: Variable, after: Variable): readonly (string | false)[] {
  if (after.type !== before.type) return [];
  const isTextOnly = after.type === 'String' && after.declared && !before.declared;
  return [
    isTextOnly && 'no longer takes numbers and booleans, because it is declared',
    takesNull(before) && !takesNull(after) && 'no longer takes null',
    losesValues(before.declaration, after.declaration) && 'allows fewer values',
    isTighter(before.declaration.min, after.declaration.min, 1) && 'has a greater least value',
    isTighter(before.declaration.max, after.declaration.max, -1) && 'has a smaller greatest value',
  ];
}

function takesNull({ nullable, declaration }: Variable): boolean {
  return nullable && declaration.required !== true;
}

function losesValues(before: VariableDeclaration, after: VariableDeclaration): boolean {
  if (after.enum === undefined) return false;
  const allowed = new Set(after.enum.map(String));
  return before.enum === undefined || before.enum.some((value) => !allowed.has(String(value)));
}

type Bound = VariableDeclaration['min'];

/** @param sign 1 = a greater bound refuses more, -1 = a smaller one */
function isTighter(before: Bound, after: Bound, sign: 1 | -1): boolean {
  if (after === undefined || String(after) === String(before)) return false;
  if (before === undefined) return true;
  const [then, now] = [placeOf(before), placeOf(after)];
  // Nobody can say which of two relative dates will always be the later one.
  return Number.isNaN(then) || Number.isNaN(now) || (now - then) * sign > 0;
}

function placeOf(bound: NonNullable<Bound>): number {
  const number = Number(bound);
  return Number.isNaN(number) ? Date.parse(String(bound)) : number;
}

function warning(name: string, what: string): Warning {
  return { code: 'breaking_change', detail: `The variable "${name}" ${what}.`, attr: `variables.${name}` };
}
