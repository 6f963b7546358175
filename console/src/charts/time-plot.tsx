import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { formatFigure, formatPercent, formatShort } from '../parts/format.ts';
import {
  bucketPlaces,
  nearestPlace,
  type PlotBox,
  shownLabels,
  type ValueAxis,
  valueAxis,
} from './chart-scales.ts';
import type { PlottedSeries, PlottedTime } from './plotted.ts';
import { SeriesKey } from './series-key.tsx';
import type { SeriesLook } from './series-look.ts';
import styles from './time-plot.module.css';
import { useWidth } from './use-width.ts';

/** Where the marks of a plot go. */
export interface PlotSpace {
  readonly box: PlotBox;
  readonly axis: ValueAxis;
  /** px of the middle of each bucket. */
  readonly places: readonly number[];
  /** px from one bucket to the next. */
  readonly step: number;
  /** The bucket that is pointed at; -1 = none. */
  readonly active: number;
  /** px at the right of the box. */
  readonly room: number;
}

interface TimePlotProps {
  readonly title: string;
  readonly plotted: PlottedTime;
  readonly looks: readonly SeriesLook[];
  /** The lowest and the highest value that is drawn. */
  readonly bounds: readonly [number, number];
  /** px kept free at the right, for names at the ends. */
  readonly endRoom: number;
  /** Bars stand in bands: half a band is kept free at both ends. */
  readonly isBanded: boolean;
  readonly children: (space: PlotSpace) => ReactNode;
}

const HEIGHT = 300;
const LETTER = 6.4;

/**
 * Axes, grid, cursor and tooltip of a chart over time; the marks are its children. The arrows move the cursor, and the
 * values under it are announced.
 */
export function TimePlot({ title, plotted, looks, bounds, endRoom, isBanded, children }: TimePlotProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [active, setActive] = useState(-1);
  const count = plotted.labels.length;
  const space = plotSpace(width, bounds, { count, endRoom, isBanded, unit: plotted.unit, active });
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const left = event.currentTarget.getBoundingClientRect().left;
    setActive(nearestPlace(space.places, event.clientX - left));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of marks that takes the arrows; no element means that.
    <div
      ref={ref}
      className={styles['plot']}
      role="group"
      aria-label={`${title}. The arrow keys go from bucket to bucket.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move the cursor of the chart.
      tabIndex={0}
      onKeyDown={(event) => moveCursor(event, count, active, setActive)}
      onPointerMove={point}
      onPointerLeave={() => setActive(-1)}
      onBlur={() => setActive(-1)}
    >
      {width > 0 && (
        <svg data-chart="" width={width} height={HEIGHT} aria-hidden="true">
          <Axes space={space} plotted={plotted} />
          {children(space)}
        </svg>
      )}
      {active >= 0 && (
        <Tooltip plotted={plotted} looks={looks} at={active} x={space.places[active] ?? 0} width={width} />
      )}
      <p className={styles['announced']} role="status">
        {active >= 0 && announce(plotted, active)}
      </p>
    </div>
  );
}

interface SpaceWish {
  readonly count: number;
  readonly endRoom: number;
  readonly isBanded: boolean;
  readonly unit: PlottedTime['unit'];
  readonly active: number;
}

function plotSpace(width: number, [low, high]: readonly [number, number], wish: SpaceWish): PlotSpace {
  const plain: PlotBox = {
    left: 48,
    top: 12,
    width: Math.max(1, width - 48 - wish.endRoom - 12),
    height: HEIGHT - 44,
  };
  const half = wish.isBanded ? plain.width / (2 * Math.max(1, wish.count)) : 0;
  const inner = { ...plain, left: plain.left + half, width: plain.width - 2 * half };
  const places = bucketPlaces(inner, wish.count);
  const isWhole = wish.unit === 'figure' && high - low >= 4;
  return {
    box: plain,
    axis: valueAxis(plain, low, high, isWhole),
    places,
    step: wish.count > 1 ? (places[1] ?? 0) - (places[0] ?? 0) : plain.width,
    active: wish.active,
    room: wish.endRoom + 12,
  };
}

function Axes({ space, plotted }: { readonly space: PlotSpace; readonly plotted: PlottedTime }) {
  const { box, axis, places, active, room } = space;
  const right = box.left + box.width;
  const bottom = box.top + box.height;
  const labelRoom = 20 + LETTER * Math.max(0, ...plotted.labels.slice(-400).map(({ length }) => length));
  const shown = shownLabels(plotted.labels.length, box.width, labelRoom);
  const last = shown.at(-1) ?? 0;
  // Without room at the right the last label ends under its bucket, and takes the room of the one before it.
  const isTight = (places[last] ?? 0) + labelRoom / 2 > right + room && shown.length > 1;
  const isFree = (at: number) =>
    at === last || !isTight || (places[last] ?? 0) - (places[at] ?? 0) > 1.5 * labelRoom;
  const labels = shown.filter(isFree);
  return (
    <g>
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={styles[tick === 0 ? 'zero' : 'grid']}
            x1={box.left}
            x2={right}
            y1={axis.at(tick)}
            y2={axis.at(tick)}
          />
          <text
            className={styles['tick']}
            x={box.left - 8}
            y={axis.at(tick)}
            textAnchor="end"
            dominantBaseline="central"
          >
            {plotted.unit === 'percent' ? formatPercent(tick) : formatShort(tick)}
          </text>
        </g>
      ))}
      {labels.map((at) => (
        <text
          key={at}
          className={styles['tick']}
          x={places[at]}
          y={bottom + 18}
          textAnchor={at === last && isTight ? 'end' : 'middle'}
        >
          {plotted.labels[at]}
        </text>
      ))}
      {active >= 0 && (
        <line className={styles['cursor']} x1={places[active]} x2={places[active]} y1={box.top} y2={bottom} />
      )}
    </g>
  );
}

interface TooltipProps {
  readonly plotted: PlottedTime;
  readonly looks: readonly SeriesLook[];
  readonly at: number;
  readonly x: number;
  readonly width: number;
}

const MOST_IN_TOOLTIP = 12;

function Tooltip({ plotted, looks, at, x, width }: TooltipProps) {
  const shown = plotted.series
    .map((series, place) => ({ series, look: looks[place] }))
    .toSorted((one, other) => (other.series.values[at] ?? 0) - (one.series.values[at] ?? 0))
    .slice(0, MOST_IN_TOOLTIP);
  const left = x > width / 2;
  return (
    <div
      className={styles['tooltip']}
      style={left ? { right: width - x + 12 } : { left: x + 12 }}
      aria-hidden="true"
    >
      <strong>
        {plotted.labels[at]}
        {plotted.running === at && <em> still running</em>}
      </strong>
      {shown.map(({ series, look }) => (
        <div key={`${series.name}${series.isPrevious}`}>
          <SeriesKey look={look} isPrevious={series.isPrevious} />
          <span>{series.name}</span>
          <b>{figure(plotted, series, at)}</b>
        </div>
      ))}
      {plotted.series.length > shown.length && <p>and {plotted.series.length - shown.length} more</p>}
    </div>
  );
}

function figure(plotted: PlottedTime, series: PlottedSeries, at: number): string {
  const value = series.values[at];
  if (value === undefined) return '–';
  return plotted.unit === 'percent' ? formatPercent(value) : formatFigure(value);
}

function announce(plotted: PlottedTime, at: number): string {
  const values = plotted.series
    .slice(0, MOST_IN_TOOLTIP)
    .map((series) => `${series.name} ${figure(plotted, series, at)}`);
  return `${plotted.labels[at]}${plotted.running === at ? ', still running' : ''}: ${values.join(', ')}`;
}

function moveCursor(event: KeyboardEvent, count: number, active: number, move: (at: number) => void): void {
  const last = count - 1;
  const to = new Map([
    ['ArrowLeft', active < 0 ? last : Math.max(0, active - 1)],
    ['ArrowRight', active < 0 ? 0 : Math.min(last, active + 1)],
    ['Home', 0],
    ['End', last],
    ['Escape', -1],
  ]).get(event.key);
  if (to === undefined) return;
  event.preventDefault();
  move(to);
}
