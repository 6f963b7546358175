import type { Expr } from '../../language/ast.ts';
import { arithmetic, constant, internalCall } from '../../language/build.ts';
import { bucketIndex } from '../bucket-index.ts';
import type { FunnelFrame } from './funnel-frame.ts';
import type { EventLayout } from './packed-event.ts';

/**
 * The number of the bucket in which an attempt starts; 0 where all attempts of an actor compete with each other.
 * @param start microseconds since the origin of the layout
 */
export function attemptBucket({ buckets }: FunnelFrame, layout: EventLayout, start: Expr): Expr {
  if (!buckets) return constant(0);
  const instant = internalCall('_instantOf', arithmetic(start, '+', constant(layout.origin)));
  return bucketIndex(instant, buckets.first, buckets.interval);
}
