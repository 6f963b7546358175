/**
 * How tightly each group of operators binds: a higher number binds tighter, and operators of one group associate to the
 * left. The parser and the printer share this table.
 */
export const OPERATOR_POWER = {
  alias: 0,
  ternary: 1,
  or: 2,
  and: 3,
  not: 4,
  between: 5,
  nullish: 6,
  distinct: 7,
  compare: 8,
  add: 9,
  multiply: 10,
  timeZone: 11,
  negate: 12,
  postfix: 13,
  primary: 14,
} as const;
