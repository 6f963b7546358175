import { FilterList } from './filter-list.tsx';
import { Part } from './form-part.tsx';
import styles from './insight.module.css';
import { type InsightQuery, part, withMember, word } from './insight-query.ts';
import { EventPicker } from './pickers.tsx';

interface RetentionEventsProps {
  readonly projectId: number;
  readonly query: InsightQuery;
  readonly onQuery: (query: InsightQuery) => void;
}

const ENTITIES = [
  { name: 'targetEntity', title: 'Who did' },
  { name: 'returningEntity', title: 'And came back for' },
] as const;

/** The two events of a retention: what makes a cohort, and what counts as coming back. */
export function RetentionEvents({ projectId, query, onQuery }: RetentionEventsProps) {
  const filter = part(query, 'retentionFilter');
  return ENTITIES.map(({ name, title }) => {
    const entity = part(filter, name);
    const set = (next: Readonly<Record<string, unknown>>) =>
      onQuery(withMember(query, ['retentionFilter', name], next));
    const { id: _, type: __, name: ___, ...rest } = entity;
    const isAction = entity['type'] === 'actions';
    // Absent = $pageview; a null id = any event.
    const event =
      'id' in entity ? word(entity, 'id') || null : Object.keys(entity).length === 0 ? '$pageview' : null;
    return (
      <Part key={name} title={title}>
        <div className={styles['filter']}>
          <EventPicker
            projectId={projectId}
            label={title}
            event={isAction ? null : event}
            action={isAction ? Number(entity['id']) : null}
            onEvent={(next) => set({ id: next, type: 'events', ...rest })}
            onAction={(action) => set({ id: action.id, type: 'actions', name: action.name, ...rest })}
          />
        </div>
        <FilterList
          projectId={projectId}
          value={entity['properties']}
          onValue={(value) => set(withMember(entity, ['properties'], value))}
        />
      </Part>
    );
  });
}
