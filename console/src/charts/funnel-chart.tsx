import { useState } from 'react';
import { formatFigure, formatRate, formatSpan } from '../parts/format.ts';
import { type FunnelGroup, type FunnelTimes, tableOfSteps } from './answers/read-funnel.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartFrame } from './chart-frame.tsx';
import styles from './funnel-chart.module.css';
import { SeriesKey } from './series-key.tsx';
import type { SeriesLook, SeriesLooks } from './series-look.ts';

interface FunnelStepsProps {
  readonly title: string;
  readonly groups: readonly FunnelGroup[];
  readonly looks: SeriesLooks;
}

const MOST_WIDE_STEPS = 8;
const FIRST_SHOWN = 5;

/**
 * A funnel by steps: a bar per step and group, as high as its share of the first step; what was lost is hatched. More
 * than eight steps become compact rows. Of many groups the first five are chosen.
 */
export function FunnelSteps({ title, groups, looks }: FunnelStepsProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const lookOf = looks.of(groups.map(({ name }) => name));
  const isShown = ({ name }: FunnelGroup, at: number) =>
    chosen === null ? at < FIRST_SHOWN : chosen.has(name);
  const shown = groups.flatMap((group, at) => (isShown(group, at) ? [{ group, look: lookOf[at] }] : []));
  const steps = groups[0]?.steps ?? [];
  const toggle = (name: string) => {
    const before = new Set(shown.map(({ group }) => group.name));
    if (!before.delete(name)) before.add(name);
    setChosen(before);
  };
  return (
    <ChartFrame title={title} table={tableOfSteps(groups)} hasDrawing={false}>
      {groups.length === 0 && <p>Nobody took the first step in this range.</p>}
      <ol className={styles['steps']} data-compact={steps.length > MOST_WIDE_STEPS || undefined}>
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place; two may have one name.
          <li key={at} className={styles['step']}>
            <header>
              <span className={styles['place']}>{at + 1}</span>
              <span className={styles['name']} title={step.name}>
                {step.name}
              </span>
            </header>
            <div className={styles['bars']}>
              {shown.map(({ group, look }) => (
                <StepBar key={group.name} group={group} at={at} look={look} isAlone={shown.length === 1} />
              ))}
            </div>
          </li>
        ))}
      </ol>
      {groups.length > 1 && <GroupChoice groups={groups} looks={lookOf} isShown={isShown} toggle={toggle} />}
    </ChartFrame>
  );
}

interface StepBarProps {
  readonly group: FunnelGroup;
  readonly at: number;
  readonly look: SeriesLook | undefined;
  readonly isAlone: boolean;
}

function StepBar({ group, at, look, isAlone }: StepBarProps) {
  const step = group.steps[at];
  if (step === undefined) return null;
  const lost = (group.steps[at - 1]?.count ?? step.count) - step.count;
  const median = step.medianSeconds;
  return (
    <div className={styles['group']} data-alone={isAlone || undefined}>
      <div className={styles['tower']} aria-hidden="true">
        <i style={{ height: `${100 * step.ofFirst}%`, background: look?.color ?? 'var(--series-1)' }} />
      </div>
      <p>
        {!isAlone && <em title={group.name}>{group.name}</em>}
        <b>{formatFigure(step.count)}</b>
        <span>{formatRate(step.count, group.steps[0]?.count ?? 0)}</span>
        {at > 0 && isAlone && (
          <small>
            {formatRate(step.count, group.steps[at - 1]?.count ?? 0)} of the step before, {formatFigure(lost)}{' '}
            left
            {median !== null && <>; median {formatSpan(median)}</>}
          </small>
        )}
      </p>
    </div>
  );
}

interface GroupChoiceProps {
  readonly groups: readonly FunnelGroup[];
  readonly looks: readonly SeriesLook[];
  readonly isShown: (group: FunnelGroup, at: number) => boolean;
  readonly toggle: (name: string) => void;
}

/** Which groups are drawn, with the whole conversion of each. */
function GroupChoice({ groups, looks, isShown, toggle }: GroupChoiceProps) {
  return (
    <ul className={styles['choice']} aria-label="Groups">
      {groups.map((group, at) => (
        <li key={group.name}>
          <label>
            <input type="checkbox" checked={isShown(group, at)} onChange={() => toggle(group.name)} />
            <SeriesKey look={looks[at]} />
            <span>{group.name}</span>
            <b>{formatRate(group.steps.at(-1)?.count ?? 0, group.steps[0]?.count ?? 0)}</b>
          </label>
        </li>
      ))}
    </ul>
  );
}

interface FunnelHistogramProps {
  readonly title: string;
  readonly times: FunnelTimes;
  readonly looks: SeriesLooks;
}

/** How long conversions took: bars over spans of time. */
export function FunnelHistogram({ title, times, looks }: FunnelHistogramProps) {
  const plotted = {
    labels: times.bins.map(({ fromSeconds }) => formatSpan(fromSeconds)),
    series: [
      {
        name: 'converted',
        colorKey: 'converted',
        values: times.bins.map(({ count }) => count),
        isPrevious: false,
      },
    ],
    running: null,
    unit: 'figure',
  } as const;
  const note =
    times.averageSeconds === null
      ? 'Nobody converted in this range.'
      : `On average ${formatSpan(times.averageSeconds)}.`;
  return <BarChart title={title} plotted={plotted} looks={looks} isStacked={false} note={note} />;
}
