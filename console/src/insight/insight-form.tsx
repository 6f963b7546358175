import { Checkbox } from '../parts/choose.tsx';
import { BreakdownForm } from './breakdown-form.tsx';
import { ExclusionList } from './exclusion-list.tsx';
import { FilterList } from './filter-list.tsx';
import { Part } from './form-part.tsx';
import { FormulaList } from './formula-list.tsx';
import styles from './insight.module.css';
import { type InsightQuery, part, withMember } from './insight-query.ts';
import { hiddenMembers } from './option-fields.ts';
import { OptionForm } from './option-form.tsx';
import { RangeForm } from './range-form.tsx';
import { RetentionEvents } from './retention-events.tsx';
import { SeriesList } from './series-list.tsx';

interface InsightFormProps {
  readonly projectId: number;
  readonly query: InsightQuery;
  readonly onQuery: (query: InsightQuery) => void;
  /** What the service refuses, by the path of the member: `query.series.0.math`. */
  readonly errors: readonly { readonly attr: string | null; readonly detail: string }[];
}

const WITH_SERIES = new Set(['TrendsQuery', 'FunnelsQuery', 'LifecycleQuery', 'StickinessQuery']);
const WITH_BREAKDOWN = new Set(['TrendsQuery', 'FunnelsQuery', 'RetentionQuery']);
const STATES = ['new', 'returning', 'resurrecting', 'dormant'];

/** The form of an insight. What it does not show is kept and named. */
export function InsightForm({ projectId, query, onQuery, errors }: InsightFormProps) {
  const errorOf = (path: string) => errors.find(({ attr }) => attr === `query.${path}`)?.detail ?? null;
  const hidden = hiddenMembers(query);
  const shared = { projectId, query, onQuery };
  return (
    <div className={styles['form']}>
      {WITH_SERIES.has(query.kind) && (
        <Part title={query.kind === 'FunnelsQuery' ? 'Steps' : 'Series'}>
          <SeriesList {...shared} />
        </Part>
      )}
      {query.kind === 'TrendsQuery' && <FormulaList query={query} onQuery={onQuery} />}
      {query.kind === 'FunnelsQuery' && <ExclusionList {...shared} />}
      {query.kind === 'RetentionQuery' && <RetentionEvents {...shared} />}
      <Part title="Filters">
        <FilterList
          projectId={projectId}
          value={query['properties']}
          onValue={(value) => onQuery(withMember(query, ['properties'], value))}
        />
        <Checkbox
          isSelected={query['filterTestAccounts'] === true}
          onChange={(isOn) => onQuery(withMember(query, ['filterTestAccounts'], isOn ? true : undefined))}
        >
          Without test accounts
        </Checkbox>
      </Part>
      {WITH_BREAKDOWN.has(query.kind) && (
        <Part title="By">
          <BreakdownForm {...shared} />
        </Part>
      )}
      <Part title="When">
        <RangeForm query={query} onQuery={onQuery} errorOf={errorOf} />
      </Part>
      {query.kind === 'LifecycleQuery' && <StateChoice query={query} onQuery={onQuery} />}
      <Part title="How">
        <OptionForm query={query} onQuery={onQuery} errorOf={errorOf} />
      </Part>
      {hidden.length > 0 && (
        <p className={styles['note']}>
          {hidden.length} more {hidden.length === 1 ? 'member' : 'members'}, see JSON: {hidden.join(', ')}
        </p>
      )}
    </div>
  );
}

interface StateChoiceProps {
  readonly query: InsightQuery;
  readonly onQuery: (query: InsightQuery) => void;
}

/** Which states of a lifecycle are drawn; the answer has all. */
function StateChoice({ query, onQuery }: StateChoiceProps) {
  const toggled = part(query, 'lifecycleFilter')['toggledLifecycles'];
  const shown: readonly unknown[] = Array.isArray(toggled) ? toggled : STATES;
  const toggle = (state: string, isOn: boolean) => {
    const next = STATES.filter((one) => (one === state ? isOn : shown.includes(one)));
    onQuery(
      withMember(
        query,
        ['lifecycleFilter', 'toggledLifecycles'],
        next.length === STATES.length ? undefined : next,
      ),
    );
  };
  return (
    <Part title="States">
      <div className={styles['options']}>
        {STATES.map((state) => (
          <Checkbox key={state} isSelected={shown.includes(state)} onChange={(isOn) => toggle(state, isOn)}>
            {state}
          </Checkbox>
        ))}
      </div>
    </Part>
  );
}
