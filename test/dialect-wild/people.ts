/** Somebody of the world. What is undefined was never set. */
export interface Person {
  readonly id: string;
  readonly plan?: string;
  readonly country?: string;
  readonly email?: string;
  readonly seats?: number;
  readonly company?: string;
}

/** The persons of the world; the place in this list shapes what somebody does (`world.ts`). */
export const PEOPLE: readonly Person[] = [
  { id: 'ada', plan: 'pro', country: 'DE', email: 'Ada@acme.test', seats: 12, company: 'acme' },
  { id: 'ben', plan: 'free', country: 'US', email: 'ben@acme.test', seats: 1, company: 'acme' },
  { id: 'cyd', plan: 'pro', country: 'US', email: 'cyd@birch.test', seats: 5, company: 'birch' },
  { id: 'dee', country: 'FR', email: 'dee@birch.test', company: 'birch' },
  { id: 'eli', plan: 'free', country: 'DE', email: 'eli@cedar.test', seats: 2, company: 'cedar' },
  { id: 'fay', plan: 'Enterprise', country: 'FR', seats: 40, company: 'cedar' },
  { id: 'gus', plan: 'pro', email: 'gus@home.test', seats: 3 },
  { id: 'hal', plan: 'free', country: 'US', email: 'hal@home.test', seats: 1 },
];

/** Groups of the type `company`, the first and only type. */
export const COMPANIES = [
  { key: 'acme', industry: 'tech', size: 120 },
  { key: 'birch', industry: 'retail', size: 30 },
  { key: 'cedar', industry: 'tech', size: 8 },
] as const;
