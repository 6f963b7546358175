import type { ReactElement } from 'react';
import styles from './sparkline.module.css';

/**
 * A small line of equal steps in time, without axes. The last step, which is still running, is a dot.
 * @param props.values one number a step, oldest first
 * @param props.marks steps with errors, drawn as notches below the line
 * @param props.label what it shows, read aloud
 */
export function Sparkline(props: {
  readonly values: readonly number[];
  readonly marks?: readonly boolean[];
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
}): ReactElement {
  const { values, marks = [], label, width = 96, height = 22 } = props;
  const most = Math.max(...values, 1);
  const step = values.length > 1 ? (width - 4) / (values.length - 1) : 0;
  const points = values.map(
    (value, index) => [2 + index * step, height - 4 - (value / most) * (height - 7)] as const,
  );
  const line = points
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
  const last = points.at(-1);
  return (
    <svg className={styles.sparkline} width={width} height={height} role="img" aria-label={label}>
      {last && (
        <path className={styles.area} d={`${line}L${last[0].toFixed(1)} ${height - 4}L2 ${height - 4}Z`} />
      )}
      {last && <path className={styles.line} d={line} />}
      {marks.map((isMarked, index) => {
        const point = points[index];
        if (!isMarked || !point) return null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its step
          <rect key={index} className={styles.mark} x={point[0] - 1} y={height - 3} width={2} height={3} />
        );
      })}
      {last && <circle className={styles.now} cx={last[0]} cy={last[1]} r={1.75} />}
    </svg>
  );
}
