import type { JsonLimits } from '../../../base/check-json-size.ts';

/**
 * Limits of one body of events: twenty bytes for each value in the largest body. Lists and objects inside properties
 * that are deeper than 64 levels are stored as null.
 */
export const CAPTURE_JSON_LIMITS: JsonLimits = { maxValues: 1_000_000, maxDepth: 1_000 };
