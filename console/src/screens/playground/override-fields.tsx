import type { ReactElement } from 'react';
import { kindOf } from '../../data/shapes.ts';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { FormPart } from './form-part.ts';
import { memberOf, withMember } from './play-request.ts';
import styles from './playground.module.css';

const INTERVALS = ['hour', 'day', 'week', 'month', 'quarter', 'year'];

/** Kinds that are counted by an interval. */
const WITH_INTERVAL = ['TrendsQuery', 'LifecycleQuery', 'StickinessQuery'];

const FROM = ['query_override', 'dateRange', 'date_from'] as const;
const TO = ['query_override', 'dateRange', 'date_to'] as const;
const INTERVAL = ['query_override', 'interval'] as const;

/** Members of an insight that a call may replace: range and interval here, all others as JSON. */
export function OverrideFields({ request, endpoint, onChange, problem }: FormPart): ReactElement | null {
  const allowed = endpoint.allowed_overrides;
  const may = (member: string) => allowed === null || allowed.includes(member);
  const query = endpoint.query as Readonly<Record<string, unknown>>;
  const set = (path: readonly string[]) => (text: string) =>
    onChange({ ...request, body: withMember(request.body, path, text === '' ? undefined : text) });
  const textAt = (path: readonly string[]) => String(memberOf(request.body, path) ?? '');
  const hasInterval = may('interval') && WITH_INTERVAL.includes(kindOf(query));
  if (!may('dateRange') && !hasInterval) return null;
  return (
    <fieldset className={styles.group}>
      <legend>Override</legend>
      <div className={styles.overrides}>
        {may('dateRange') && (
          <>
            <TextField
              label="From"
              value={textAt(FROM)}
              onChange={set(FROM)}
              placeholder={String(memberOf(query, ['dateRange', 'date_from']) ?? '-7d')}
            />
            <TextField
              label="To"
              value={textAt(TO)}
              onChange={set(TO)}
              placeholder={String(memberOf(query, ['dateRange', 'date_to']) ?? 'now')}
            />
          </>
        )}
        {hasInterval && (
          <Select
            label="Interval"
            value={textAt(INTERVAL)}
            onChange={set(INTERVAL)}
            choices={[
              { value: '', label: `as stored${query['interval'] ? `: ${query['interval']}` : ''}` },
              ...INTERVALS.map((interval) => ({ value: interval, label: interval })),
            ]}
          />
        )}
      </div>
      {problem?.attr?.startsWith('query_override') && <p className={styles.refused}>{problem.message}</p>}
    </fieldset>
  );
}
