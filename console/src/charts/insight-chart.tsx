import { useState } from 'react';
import { readFunnelSteps, readFunnelTimes, readFunnelTrend } from './answers/read-funnel.ts';
import { listOf, objectOf, textOf } from './answers/read-parts.ts';
import { readPaths } from './answers/read-paths.ts';
import { readRetention } from './answers/read-retention.ts';
import { readLifecycle, readStickiness, readTotals, readTrends } from './answers/read-trends.ts';
import { BarChart } from './bar-chart.tsx';
import { FunnelHistogram, FunnelSteps } from './funnel-chart.tsx';
import { LineChart } from './line-chart.tsx';
import { PathsChart } from './paths-chart.tsx';
import { RetentionChart } from './retention-table.tsx';
import { SeriesLooks } from './series-look.ts';
import { TotalChart } from './total-chart.tsx';

interface InsightChartProps {
  /** An insight query as the service takes it. */
  readonly query: Readonly<Record<string, unknown>>;
  /** What the service answered to it. */
  readonly answer: unknown;
  /** The question as a sentence; the accessible name of the chart. */
  readonly title: string;
}

/** Draws the answer of an insight by its kind. The figures are those of the answer. */
export function InsightChart({ query, answer, title }: InsightChartProps) {
  const [looks] = useState(() => new SeriesLooks());
  const shared = { title, looks };
  switch (query['kind']) {
    case 'TrendsQuery':
      return (
        <TrendsChart
          {...shared}
          display={textOf(objectOf(query['trendsFilter'])['display'])}
          answer={answer}
        />
      );
    case 'FunnelsQuery':
      return (
        <FunnelChart
          {...shared}
          view={textOf(objectOf(query['funnelsFilter'])['funnelVizType'])}
          answer={answer}
        />
      );
    case 'RetentionQuery': {
      const filter = objectOf(query['retentionFilter']);
      const groups = readRetention(answer, Array.isArray(filter['retentionCustomBrackets']));
      return (
        <RetentionChart {...shared} groups={groups} isCurve={filter['display'] === 'ActionsLineGraph'} />
      );
    }
    case 'LifecycleQuery': {
      const toggled = objectOf(query['lifecycleFilter'])['toggledLifecycles'];
      const shown = Array.isArray(toggled) ? listOf(toggled).map(textOf) : null;
      return <BarChart {...shared} plotted={readLifecycle(answer, shown)} isStacked hasNet />;
    }
    case 'StickinessQuery':
      return <BarChart {...shared} plotted={readStickiness(answer)} isStacked={false} />;
    case 'PathsQuery':
      return <PathsChart {...shared} edges={readPaths(answer)} />;
    default:
      return null;
  }
}

interface PartProps {
  readonly title: string;
  readonly looks: SeriesLooks;
  readonly answer: unknown;
}

const AS_BARS: Readonly<Record<string, string>> = {
  ActionsPie: 'Drawn as bars, which can be compared; a pie cannot.',
  WorldMap: 'Drawn as bars: the console has no map.',
};

function TrendsChart({ title, looks, answer, display }: PartProps & { readonly display: string }) {
  switch (display) {
    case 'BoldNumber':
    case 'Metric':
      return <TotalChart title={title} looks={looks} totals={readTotals(answer)} isNumber />;
    case 'ActionsPie':
    case 'WorldMap':
    case 'ActionsBarValue':
    case 'ActionsTable':
      return (
        <TotalChart
          title={title}
          looks={looks}
          totals={readTotals(answer)}
          isNumber={false}
          note={AS_BARS[display]}
        />
      );
    case 'ActionsBar':
    case 'ActionsStackedBar':
      return <BarChart title={title} looks={looks} plotted={readTrends(answer)} isStacked />;
    case 'ActionsUnstackedBar':
      return <BarChart title={title} looks={looks} plotted={readTrends(answer)} isStacked={false} />;
    case 'ActionsAreaGraph':
      return <LineChart title={title} looks={looks} plotted={readTrends(answer)} isArea />;
    default:
      return <LineChart title={title} looks={looks} plotted={readTrends(answer)} />;
  }
}

function FunnelChart({ title, looks, answer, view }: PartProps & { readonly view: string }) {
  switch (view) {
    case 'time_to_convert':
      return <FunnelHistogram title={title} looks={looks} times={readFunnelTimes(answer)} />;
    case 'trends':
      return <LineChart title={title} looks={looks} plotted={readFunnelTrend(answer)} />;
    default:
      return <FunnelSteps title={title} looks={looks} groups={readFunnelSteps(answer)} />;
  }
}
