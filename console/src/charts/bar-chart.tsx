import { ChartFrame } from './chart-frame.tsx';
import { stackSeries } from './line-paths.ts';
import { type PlottedTime, tableOfTime } from './plotted.ts';
import { Legend } from './series-key.tsx';
import type { SeriesLook, SeriesLooks } from './series-look.ts';
import { type PlotSpace, TimePlot } from './time-plot.tsx';

interface BarChartProps {
  readonly title: string;
  readonly plotted: PlottedTime;
  readonly looks: SeriesLooks;
  /** Bars of one bucket on one another; otherwise side by side. Values below 0 always grow downward. */
  readonly isStacked: boolean;
  /** Draws the sum of each bucket as a line over stacked bars. */
  readonly hasNet?: boolean;
  readonly note?: string | undefined;
}

/** Bars over buckets, stacked or side by side. The bars of a bucket that still runs are hatched. */
export function BarChart({ title, plotted, looks, isStacked, hasNet = false, note }: BarChartProps) {
  const lookOf = looks.of(plotted.series.map(({ colorKey }) => colorKey));
  const bands = isStacked
    ? stackSeries(plotted.series.map(({ values }) => values))
    : plotted.series.map(({ values }) =>
        values.map((value) => [Math.min(0, value), Math.max(0, value)] as const),
      );
  const ends = bands.flat(2);
  const bounds = [Math.min(0, ...ends.slice(0, 50_000)), Math.max(0, ...ends.slice(0, 50_000))] as const;
  return (
    <ChartFrame title={title} table={tableOfTime(plotted)} note={note}>
      <TimePlot title={title} plotted={plotted} looks={lookOf} bounds={bounds} endRoom={0} isBanded>
        {(space) => (
          <>
            <Hatch />
            {plotted.series.map((series, at) => (
              <g key={`${series.name}${series.isPrevious}`} data-series={series.name}>
                {(bands[at] ?? []).map((band, bucket) => (
                  <Bar
                    // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its place.
                    key={bucket}
                    space={space}
                    band={band}
                    bucket={bucket}
                    look={lookOf[at]}
                    lane={isStacked ? [0, 1] : [at, plotted.series.length]}
                    isFaint={series.isPrevious}
                    isRunning={plotted.running === bucket}
                  />
                ))}
              </g>
            ))}
            {hasNet && <NetLine space={space} plotted={plotted} />}
          </>
        )}
      </TimePlot>
      {plotted.series.length > 1 && <Legend names={plotted.series.map(({ name }) => name)} looks={lookOf} />}
    </ChartFrame>
  );
}

interface BarProps {
  readonly space: PlotSpace;
  readonly band: readonly [number, number];
  readonly bucket: number;
  readonly look: SeriesLook | undefined;
  /** Which of how many bars of this bucket. */
  readonly lane: readonly [number, number];
  readonly isFaint: boolean;
  readonly isRunning: boolean;
}

function Bar({ space, band, bucket, look, lane: [lane, lanes], isFaint, isRunning }: BarProps) {
  const room = Math.min(64, space.step * 0.78);
  const width = Math.max(1, room / lanes - (lanes > 1 ? 1 : 0));
  const x = (space.places[bucket] ?? 0) - room / 2 + (lane * room) / lanes;
  const top = space.axis.at(band[1]);
  const height = space.axis.at(band[0]) - top;
  if (height <= 0 || look === undefined) return null;
  return (
    <>
      <rect
        x={x}
        y={top}
        width={width}
        height={height}
        fill={look.color}
        opacity={isFaint ? 0.45 : 1}
        stroke="var(--raised)"
        strokeWidth={height > 3 && width > 3 ? 1 : 0}
      />
      {isRunning && <rect x={x} y={top} width={width} height={height} fill="url(#sluice-running)" />}
    </>
  );
}

/** Stripes over the bars of a bucket that has not ended. */
function Hatch() {
  return (
    <defs>
      <pattern
        id="sluice-running"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="3" height="6" fill="var(--raised)" opacity="0.55" />
      </pattern>
    </defs>
  );
}

function NetLine({ space, plotted }: { readonly space: PlotSpace; readonly plotted: PlottedTime }) {
  const nets = plotted.labels.map((_, at) =>
    plotted.series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const d = nets
    .map((net, at) => `${at === 0 ? 'M' : 'L'}${space.places[at] ?? 0},${space.axis.at(net)}`)
    .join('');
  return <path d={d} fill="none" stroke="var(--ink)" strokeWidth="1.5" data-net="" />;
}
