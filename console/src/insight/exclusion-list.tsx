import { Button, IconButton } from '../parts/button.tsx';
import { TextField } from '../parts/text-field.tsx';
import { Part } from './form-part.tsx';
import styles from './insight.module.css';
import { type InsightQuery, list, part, withMember, word } from './insight-query.ts';
import { EventPicker } from './pickers.tsx';

interface ExclusionListProps {
  readonly projectId: number;
  readonly query: InsightQuery;
  readonly onQuery: (query: InsightQuery) => void;
}

/** Events that take who did them between two steps out of a funnel. */
export function ExclusionList({ projectId, query, onQuery }: ExclusionListProps) {
  const excluded = list(part(query, 'funnelsFilter'), 'exclusions');
  const last = Math.max(1, list(query, 'series').length - 1);
  const set = (next: readonly Readonly<Record<string, unknown>>[]) =>
    onQuery(withMember(query, ['funnelsFilter', 'exclusions'], next.length === 0 ? undefined : next));
  return (
    <Part title="Not between">
      {excluded.map((node, at) => {
        const { event: _, id: __, name: ___, kind: ____, ...rest } = node;
        const step = (name: string, label: string) => (
          <TextField
            label={label}
            isCode
            value={String(Number(node[name] ?? 0) + 1)}
            onChange={(text) =>
              set(excluded.with(at, { ...node, [name]: Math.max(0, (Number.parseInt(text, 10) || 1) - 1) }))
            }
          />
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an exclusion is its place.
          <div key={at} className={styles['filter']}>
            <EventPicker
              projectId={projectId}
              label="Excluded event"
              event={word(node, 'event') || null}
              action={node['kind'] === 'ActionsNode' ? Number(node['id']) : null}
              onEvent={(event) =>
                set(excluded.with(at, { kind: 'EventsNode', ...(event !== null && { event }), ...rest }))
              }
              onAction={({ id, name }) => set(excluded.with(at, { kind: 'ActionsNode', id, name, ...rest }))}
            />
            {step('funnelFromStep', 'After step')}
            {step('funnelToStep', 'Before step')}
            <IconButton
              label="Remove the exclusion"
              icon="cross"
              size="small"
              onPress={() => set(excluded.toSpliced(at, 1))}
            />
          </div>
        );
      })}
      <Button
        size="small"
        tone="quiet"
        icon="plus"
        onPress={() => set([...excluded, { kind: 'EventsNode', funnelFromStep: 0, funnelToStep: last }])}
      >
        Exclusion
      </Button>
    </Part>
  );
}
