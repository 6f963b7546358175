import { ChartFrame } from './chart-frame.tsx';
import { spreadLabels } from './chart-scales.ts';
import { areaPath, linePath, type PlotPoint, stackSeries, thinPoints } from './line-paths.ts';
import { type PlottedTime, tableOfTime } from './plotted.ts';
import { Legend, SeriesMarker } from './series-key.tsx';
import type { SeriesLook, SeriesLooks } from './series-look.ts';
import { type PlotSpace, TimePlot } from './time-plot.tsx';

interface LineChartProps {
  readonly title: string;
  readonly plotted: PlottedTime;
  readonly looks: SeriesLooks;
  /** Areas stand on one another. */
  readonly isArea?: boolean;
  readonly note?: string | undefined;
}

const MOST_NAMED = 12;

/** Lines over time, or areas that stand on one another. A bucket that still runs is reached by a dashed line. */
export function LineChart({ title, plotted, looks, isArea = false, note }: LineChartProps) {
  const lookOf = looks.of(plotted.series.map(({ colorKey }) => colorKey));
  const current = plotted.series.filter(({ isPrevious }) => !isPrevious);
  const isNamed = current.length <= MOST_NAMED;
  const bands = isArea ? stackSeries(plotted.series.map(({ values }) => values)) : null;
  const drawn = bands === null ? plotted.series.flatMap(({ values }) => values) : bands.flat(2);
  const bounds = [Math.min(0, ...extremes(drawn)), Math.max(0, ...extremes(drawn))] as const;
  const longest = Math.max(0, ...current.map(({ name }) => name.length));
  const draw = (space: PlotSpace) =>
    plotted.series.map((series, at) => {
      const look = lookOf[at];
      if (look === undefined) return null;
      const tops = bands?.[at]?.map(([, to]) => to) ?? series.values;
      const points = pointsOf(space, tops);
      const bottoms = bands === null ? null : pointsOf(space, bands[at]?.map(([from]) => from) ?? []);
      return (
        <g key={`${series.name}${series.isPrevious}`} data-series={series.name}>
          {bottoms !== null && <path d={areaPath(points, bottoms)} fill={look.color} fillOpacity={0.28} />}
          <SeriesLine
            space={space}
            points={points}
            look={look}
            isPrevious={series.isPrevious}
            running={plotted.running}
          />
          <ActivePoint space={space} points={points} look={look} isAlone={plotted.labels.length === 1} />
        </g>
      );
    });
  return (
    <ChartFrame title={title} table={tableOfTime(plotted)} note={note}>
      <TimePlot
        title={title}
        plotted={plotted}
        looks={lookOf}
        bounds={bounds}
        endRoom={isNamed ? Math.min(160, 24 + longest * 6.6) : 0}
        isBanded={false}
      >
        {(space) => (
          <>
            {draw(space)}
            {isNamed && <EndNames space={space} plotted={plotted} looks={lookOf} bands={bands} />}
          </>
        )}
      </TimePlot>
      {!isNamed && <Legend names={current.map(({ name }) => name)} looks={lookOf} />}
    </ChartFrame>
  );
}

interface SeriesLineProps {
  readonly space: PlotSpace;
  readonly points: readonly PlotPoint[];
  readonly look: SeriesLook;
  readonly isPrevious: boolean;
  readonly running: number | null;
}

function SeriesLine({ space, points, look, isPrevious, running }: SeriesLineProps) {
  const ended = running === null || isPrevious ? points.length : running;
  const line = { fill: 'none', stroke: look.color, strokeLinejoin: 'round', strokeLinecap: 'round' } as const;
  const thin = isPrevious ? { strokeWidth: 1, opacity: 0.75, strokeDasharray: '1 3' } : { strokeWidth: 2 };
  return (
    <>
      <path
        {...line}
        {...thin}
        d={linePath(thinPoints(points.slice(0, ended), space.box.width))}
        strokeDasharray={isPrevious ? '1 3' : look.dash}
      />
      {ended < points.length && (
        <path
          {...line}
          {...thin}
          d={linePath(points.slice(Math.max(0, ended - 1)))}
          strokeDasharray="4 4"
          data-running=""
        />
      )}
    </>
  );
}

interface ActivePointProps {
  readonly space: PlotSpace;
  readonly points: readonly PlotPoint[];
  readonly look: SeriesLook;
  /** A single bucket has no line: its point is always drawn. */
  readonly isAlone: boolean;
}

function ActivePoint({ space, points, look, isAlone }: ActivePointProps) {
  const point = points[isAlone ? 0 : space.active];
  return point === undefined ? null : <SeriesMarker look={look} x={point.x} y={point.y} />;
}

interface EndNamesProps {
  readonly space: PlotSpace;
  readonly plotted: PlottedTime;
  readonly looks: readonly SeriesLook[];
  readonly bands: readonly (readonly (readonly [number, number])[])[] | null;
}

/** Each name beside the end of its line, moved apart where ends are close. */
function EndNames({ space, plotted, looks, bands }: EndNamesProps) {
  const named = plotted.series.flatMap((series, at) => {
    if (series.isPrevious) return [];
    const band = bands?.[at]?.at(-1);
    const value = band === undefined ? (series.values.at(-1) ?? 0) : (band[0] + band[1]) / 2;
    return [{ name: series.name, at, y: space.axis.at(value) }];
  });
  const { box, places } = space;
  const ends = spreadLabels(
    named.map(({ y }) => y),
    15,
    [box.top, box.top + box.height],
  );
  const x = (places.at(-1) ?? 0) + 10;
  return (
    <g>
      {named.map(({ name, at }, rank) => (
        <g key={name}>
          {looks[at] !== undefined && <SeriesMarker look={looks[at]} x={x} y={ends[rank] ?? 0} />}
          <text x={x + 9} y={ends[rank]} dominantBaseline="central" fontSize="11.5" fill="var(--ink)">
            {name.length > 20 ? `${name.slice(0, 19)}…` : name}
          </text>
        </g>
      ))}
    </g>
  );
}

function pointsOf(space: PlotSpace, values: readonly number[]): PlotPoint[] {
  return values.map((value, at) => ({ x: space.places[at] ?? 0, y: space.axis.at(value) }));
}

/** The lowest and the highest of many values; spreading them into Math.min would end at some 100,000. */
function extremes(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [0, 0],
  );
}
