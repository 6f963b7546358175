import { z } from 'zod';
import { fewMembers } from './few-members.ts';

const MOST_VALUES = 100;
const MOST_ITEMS = 1_000;

const scalar = z.union([z.string().max(16_384), z.number(), z.boolean(), z.null()]);

/** Constants for `{name}` in the text of a SQL query. */
export const givenValuesSchema = fewMembers(
  z.record(
    z.string().regex(/^(?!filters$|variables$)[A-Za-z_]\w{0,127}$/),
    z.union([scalar, z.array(scalar).max(MOST_ITEMS)]),
  ),
  MOST_VALUES,
  'values',
);

export type GivenValues = Readonly<z.output<typeof givenValuesSchema>>;
export type GivenValue = GivenValues[string];
