import type { ReactElement } from 'react';
import type { ApiProblem } from '../../api/problem.ts';
import type { Project } from '../../data/shapes.ts';
import { formatMoment, useNow } from '../../parts/clock.tsx';
import { ComboBox } from '../../parts/combo-box.tsx';
import { Pane } from '../../parts/page.tsx';
import { Select } from '../../parts/select.tsx';
import { Notice } from '../../parts/states.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { refusalOf } from './project-form.ts';
import styles from './settings.module.css';
import type { ProjectSettings } from './use-project-settings.ts';

const ZONES = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }));

const WEEK_STARTS = [
  { value: '1', label: 'Monday' },
  { value: '0', label: 'Sunday' },
] as const;

/** Name, time zone and the first day of a week, and how long events are kept. */
export function AboutPane(props: {
  readonly project: Project;
  readonly settings: ProjectSettings;
  readonly problem: ApiProblem | null;
  readonly isDisabled: boolean;
}): ReactElement {
  const { project, settings, problem, isDisabled } = props;
  const { form, change } = settings;
  const isMoved = form.timezone !== project.timezone || form.week_start_day !== project.week_start_day;
  return (
    <Pane title="About" className={styles.pane}>
      <fieldset className={styles.fields} disabled={isDisabled}>
        <TextField
          label="Name"
          value={form.name}
          onChange={(name) => change({ name })}
          isDisabled={isDisabled}
          error={refusalOf(problem, 'name')}
        />
        <TextField
          label="Events are kept, days"
          help={settings.losesEvents ? 'Older events are gone for good' : 'Empty: for ever'}
          value={form.event_retention_days}
          onChange={(event_retention_days) => change({ event_retention_days })}
          isDisabled={isDisabled}
          error={refusalOf(problem, 'event_retention_days')}
        />
        <ComboBox
          label="Time zone"
          choices={
            ZONES.some(({ value }) => value === form.timezone) ? ZONES : [zone(form.timezone), ...ZONES]
          }
          value={form.timezone}
          onChange={(timezone) => change({ timezone })}
          help={<ZoneTime zone={form.timezone} />}
          error={refusalOf(problem, 'timezone')}
        />
        <Select
          label="A week begins on"
          choices={WEEK_STARTS}
          value={form.week_start_day === 0 ? '0' : '1'}
          onChange={(day) => change({ week_start_day: day === '0' ? 0 : 1 })}
          isDisabled={isDisabled}
        />
      </fieldset>
      {isMoved && (
        <Notice tone="warn">
          Charts will be cut at other {form.timezone === project.timezone ? 'weeks' : 'midnights'}, and
          answers in the cache are not served again.
        </Notice>
      )}
    </Pane>
  );
}

const zone = (value: string) => ({ value, label: value });

/** The time of a zone by the clock of the service, so that a wrong choice is seen at once. */
function ZoneTime({ zone }: { readonly zone: string }): ReactElement {
  const now = useNow(1000);
  return <>It is {formatMoment(now, zone, now)} there; days begin at its midnight</>;
}
