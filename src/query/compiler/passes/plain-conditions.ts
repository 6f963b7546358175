import { and, or } from '../build-ir.ts';
import type { IrExpr, IrFrom, IrSelect } from '../ir.ts';
import type { WalkingPass } from './pass.ts';

/**
 * Lets filters be NULL where they would be false: a row passes neither way. So `ifNull(condition, false)` is the bare
 * condition in WHERE and ON, also below AND and OR. Below NOT, in functions and in answers NULL and false differ, and
 * nothing changes there.
 *
 * HAVING stays as it is. It is asked once per group, a condition in it may be a key of GROUP BY, which the engine knows
 * by its text, and the engine fails on some bare ones: "Function node with name 'any' is not resolved as ordinary
 * function" for `any(x) = 'a' OR any(x) IS NULL`.
 */
export const plainConditions: WalkingPass = {
  name: 'plain-conditions',
  rewrite: () => ({ select: withPlainConditions }),
};

function withPlainConditions(select: IrSelect): IrSelect {
  const { from, where } = select;
  return {
    ...select,
    ...(from && { from: withPlainJoins(from) }),
    ...(where && { where: plain(where) }),
  };
}

function withPlainJoins(from: IrFrom): IrFrom {
  return { ...from, joins: from.joins.map((join) => ({ ...join, ...(join.on && { on: plain(join.on) }) })) };
}

/** The condition as a filter, which may be NULL where it is false. */
function plain(condition: IrExpr): IrExpr {
  if (condition.kind === 'nullSwitch') {
    const [whenNull, otherwise] = [plain(condition.whenNull), plain(condition.otherwise)];
    return { ...condition, whenNull, otherwise, type: otherwise.type };
  }
  if (condition.kind !== 'call') return condition;
  const { connective, isFalseForNull, args } = condition;
  const [inner] = args;
  if (isFalseForNull && inner) return inner;
  switch (connective) {
    case 'and':
      return and(args.map(plain));
    case 'or':
      return or(args.map(plain));
    default:
      return condition;
  }
}
