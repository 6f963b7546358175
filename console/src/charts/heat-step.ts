/** Steps of the heat scale. */
const HEAT_STEPS = 7;

/**
 * The step of the heat scale for a share of 0..1: 0 for nothing, else 1 to 6. The steps are narrower below, where most
 * figures of a retention lie.
 */
export function heatStep(share: number): number {
  if (share <= 0) return 0;
  return Math.min(HEAT_STEPS - 1, 1 + Math.floor(Math.sqrt(Math.min(1, share)) * (HEAT_STEPS - 1)));
}
