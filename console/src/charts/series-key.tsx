import type { SeriesLook } from './series-look.ts';

interface SeriesKeyProps {
  readonly look: SeriesLook | undefined;
  readonly isPrevious?: boolean;
}

/** A short piece of a series as it is drawn: colour, dash and marker. */
export function SeriesKey({ look, isPrevious = false }: SeriesKeyProps) {
  if (look === undefined) return null;
  return (
    <svg width="20" height="10" aria-hidden="true">
      <line
        x1="0"
        x2="20"
        y1="5"
        y2="5"
        stroke={look.color}
        strokeWidth={isPrevious ? 1 : 2}
        strokeDasharray={look.dash}
        opacity={isPrevious ? 0.7 : 1}
      />
      {!isPrevious && <SeriesMarker look={look} x={10} y={5} />}
    </svg>
  );
}

interface SeriesMarkerProps {
  readonly look: SeriesLook;
  readonly x: number;
  readonly y: number;
}

/** The marker of a series at a point of a drawing. */
export function SeriesMarker({ look, x, y }: SeriesMarkerProps) {
  const paint = { fill: look.color, stroke: 'var(--raised)', strokeWidth: 1 };
  switch (look.marker) {
    case 'circle':
      return <circle cx={x} cy={y} r="4" {...paint} />;
    case 'square':
      return <rect x={x - 3.5} y={y - 3.5} width="7" height="7" {...paint} />;
    case 'diamond':
      return <path d={`M${x},${y - 4.6}l4.6,4.6l-4.6,4.6l-4.6,-4.6Z`} {...paint} />;
    case 'triangle':
      return <path d={`M${x},${y - 4.4}l4.6,8h-9.2Z`} {...paint} />;
    default:
      return look.marker satisfies never;
  }
}

interface LegendProps {
  readonly names: readonly string[];
  readonly looks: readonly SeriesLook[];
}

/** The names of all series beside their keys. */
export function Legend({ names, looks }: LegendProps) {
  return (
    <ul style={LIST}>
      {names.map((name, at) => (
        <li key={name} style={ITEM}>
          <SeriesKey look={looks[at]} />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

const LIST = { display: 'flex', flexWrap: 'wrap', gap: '4px 16px', margin: '8px 0 0', padding: 0 } as const;
const ITEM = {
  display: 'flex',
  gap: 6,
  alignItems: 'center',
  listStyle: 'none',
  fontSize: 11.5,
  color: 'var(--ink-2)',
} as const;
