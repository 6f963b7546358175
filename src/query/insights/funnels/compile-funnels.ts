import { inOneSlice } from '../../../base/loop-slices.ts';
import type { FunnelsQuery } from '../../../schema/insights/funnels-query.ts';
import type { InsightContext } from '../insight-context.ts';
import type { InsightPlan } from '../insight-plan.ts';
import { planFromEarliest } from '../plan-from-earliest.ts';
import { bestOfActors } from './best-of-actors.ts';
import { type FunnelFrame, funnelFrame } from './funnel-frame.ts';
import { funnelTrendsStatement } from './funnel-trends-statement.ts';
import { shapeSteps, shapeTimeToConvert, shapeTrends } from './shape-funnels.ts';
import { stepsStatement } from './steps-statement.ts';
import { timeToConvertStatement } from './time-to-convert-statement.ts';

/**
 * Compiles a funnels query to one statement. The engine does all counting, so an answer has one row per breakdown value
 * or bin.
 * @throws AppError 400 codes, with the path of the member in the query
 */
export function compileFunnels(query: FunnelsQuery, context: InsightContext): InsightPlan {
  return planFromEarliest(query, context, (earliest) => funnelPlan(funnelFrame(query, context, earliest)));
}

function funnelPlan(frame: FunnelFrame): InsightPlan {
  switch (frame.shape) {
    case 'steps':
      return {
        kind: 'rows',
        statements: [stepsStatement(frame, bestOfActors(frame))],
        shape: ([table]) => shapeSteps(frame, table),
      };
    case 'time_to_convert':
      return {
        kind: 'rows',
        statements: [timeToConvertStatement(frame, bestOfActors(frame))],
        shape: ([table]) => inOneSlice(() => shapeTimeToConvert(frame, table)),
      };
    case 'trends':
      return {
        kind: 'rows',
        statements: [funnelTrendsStatement(frame)],
        shape: ([table]) => shapeTrends(frame, table),
      };
  }
}
