import type { ReactElement } from 'react';
import { useProject } from '../../data/projects.ts';
import { FilterList } from '../../insight/filter-list.tsx';
import { withMember } from '../../insight/insight-query.ts';
import { EventPicker } from '../../insight/pickers.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import {
  type BehaviorCondition,
  OFTEN,
  oftenOf,
  withDates,
  withNegation,
  withOften,
} from './cohort-conditions.ts';
import styles from './cohorts.module.css';
import { Lead } from './lead.tsx';

const DID = [
  { value: 'yes', label: 'did' },
  { value: 'no', label: 'did not do' },
] as const;

const PERIODS = [
  { value: 'length', label: 'in the last' },
  { value: 'dates', label: 'from' },
] as const;

const UNITS = (['minute', 'hour', 'day', 'week', 'month', 'year'] as const).map((value) => ({
  value,
  label: `${value}s`,
}));

interface BehaviorFormProps {
  readonly condition: BehaviorCondition;
  readonly onCondition: (condition: BehaviorCondition) => void;
}

/** What a person did in a period, and how often. */
export function BehaviorForm({ condition, onCondition }: BehaviorFormProps): ReactElement {
  const project = useProject();
  const isAction = condition.event_type === 'actions';
  return (
    <div className={styles.behavior}>
      <div className={styles.row}>
        <Lead
          label="Did it or not"
          choices={DID}
          value={condition.negation ? 'no' : 'yes'}
          onChange={(value) => onCondition(withNegation(condition, value === 'no'))}
        />
        <div className={styles.rest}>
          <EventPicker
            projectId={project.id}
            label="Event or action"
            isOne
            event={isAction ? null : String(condition.key)}
            action={isAction ? Number(condition.key) : null}
            onEvent={(event) => onCondition({ ...condition, key: event ?? '', event_type: 'events' })}
            onAction={({ id }) => onCondition({ ...condition, key: id, event_type: 'actions' })}
          />
          <HowOften condition={condition} onCondition={onCondition} />
        </div>
      </div>
      <Period condition={condition} onCondition={onCondition} />
      <FilterList
        projectId={project.id}
        isList
        value={condition.event_filters}
        onValue={(value) => onCondition(withMember(condition, ['event_filters'], value))}
      />
    </div>
  );
}

function HowOften({ condition, onCondition }: BehaviorFormProps): ReactElement {
  const often = oftenOf(condition);
  return (
    <>
      <Select
        label="How often"
        hidesLabel
        choices={OFTEN}
        value={often}
        onChange={(next) => onCondition(withOften(condition, next))}
      />
      {often !== 'once' && (
        <>
          <TextField
            label="Times"
            hidesLabel
            isCode
            value={String(condition.operator_value ?? '')}
            onChange={(text) => onCondition({ ...condition, operator_value: numberOr(text) })}
          />
          <span className={styles.words}>times</span>
        </>
      )}
    </>
  );
}

function Period({ condition, onCondition }: BehaviorFormProps): ReactElement {
  const hasDates = condition.explicit_datetime !== undefined;
  return (
    <div className={styles.row}>
      <Lead
        label="Period"
        choices={PERIODS}
        value={hasDates ? 'dates' : 'length'}
        onChange={(next) => onCondition(withDates(condition, next === 'dates'))}
      />
      <div className={styles.rest}>
        {hasDates ? (
          <>
            <TextField
              label="From"
              hidesLabel
              isCode
              placeholder="-30d or 2026-01-05"
              value={condition.explicit_datetime ?? ''}
              onChange={(text) => onCondition({ ...condition, explicit_datetime: text })}
            />
            <TextField
              label="To"
              hidesLabel
              isCode
              placeholder="now"
              value={condition.explicit_datetime_to ?? ''}
              onChange={(text) =>
                onCondition(withMember(condition, ['explicit_datetime_to'], text === '' ? undefined : text))
              }
            />
          </>
        ) : (
          <>
            <TextField
              label="Length of the period"
              hidesLabel
              isCode
              value={String(condition.time_value ?? '')}
              onChange={(text) => onCondition({ ...condition, time_value: numberOr(text) })}
            />
            <Select
              label="Unit of the period"
              hidesLabel
              choices={UNITS}
              value={condition.time_interval ?? 'day'}
              onChange={(time_interval) => onCondition({ ...condition, time_interval })}
            />
          </>
        )}
      </div>
    </div>
  );
}

/** A whole number as one; anything else as it is typed, for the service to refuse. */
const numberOr = (text: string): number | string => (/^\d{1,6}$/.test(text) ? Number(text) : text);
