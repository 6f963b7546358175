import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { propertiesQuery } from '../../data/names.ts';
import { useProject } from '../../data/projects.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { ComboBox } from '../../parts/combo-box.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import type { FormPart } from './form-part.ts';
import { memberOf, objectOf, withMember } from './play-request.ts';
import styles from './playground.module.css';

const PATH = ['filters_override', 'properties'] as const;

const OPERATORS = [
  { value: 'exact', label: '=' },
  { value: 'is_not', label: '≠' },
  { value: 'icontains', label: 'contains' },
  { value: 'not_icontains', label: 'contains not' },
  { value: 'gt', label: '>' },
  { value: 'lt', label: '<' },
  { value: 'is_set', label: 'is set' },
  { value: 'is_not_set', label: 'is not set' },
] as const;

const WITHOUT_VALUE: readonly unknown[] = ['is_set', 'is_not_set'];

/** Property filters of the call, which narrow every answer. */
export function FilterFields({ request, onChange, problem }: FormPart): ReactElement {
  const project = useProject();
  const properties = useQuery(propertiesQuery(project.id));
  const value = memberOf(request.body, PATH);
  const filters: readonly unknown[] = Array.isArray(value) ? value : [];
  const keep = (next: readonly unknown[]) =>
    onChange({ ...request, body: withMember(request.body, PATH, next.length === 0 ? undefined : next) });
  const change = (index: number, members: Record<string, unknown>) =>
    keep(filters.map((filter, at) => (at === index ? { ...objectOf(filter), ...members } : filter)));
  const choices = (properties.data?.names ?? []).map(({ name, type }) => ({
    value: `${type}:${name}`,
    label: name,
    after: type,
  }));
  return (
    <fieldset className={styles.group}>
      <legend>Filters</legend>
      {filters.map((filter, index) => (
        <FilterRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a filter has no other name than its place
          key={index}
          filter={objectOf(filter)}
          choices={choices}
          onChange={(members) => change(index, members)}
          onRemove={() => keep(filters.filter((_, at) => at !== index))}
        />
      ))}
      {problem?.attr?.startsWith(PATH.join('.')) && <p className={styles.refused}>{problem.message}</p>}
      <Button
        size="small"
        icon="plus"
        tone="quiet"
        onPress={() => keep([...filters, firstFilter(choices[0]?.value)])}
      >
        Filter
      </Button>
    </fieldset>
  );
}

function FilterRow(props: {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly after: string }[];
  readonly onChange: (members: Record<string, unknown>) => void;
  readonly onRemove: () => void;
}): ReactElement {
  const { filter, choices, onChange, onRemove } = props;
  const { key, type = 'event', operator = 'exact', value } = filter;
  return (
    <div className={styles.filter}>
      <ComboBox
        label="Property"
        hidesLabel
        isCode
        choices={choices}
        value={`${type}:${key}`}
        onChange={(chosen) => onChange({ type: before(chosen), key: after(chosen) })}
      />
      <Select
        label="Operator"
        hidesLabel
        choices={OPERATORS.map((choice) => ({ ...choice, value: choice.value as string }))}
        value={String(operator)}
        onChange={(next) =>
          onChange({ operator: next, ...(WITHOUT_VALUE.includes(next) ? { value: undefined } : {}) })
        }
      />
      {!WITHOUT_VALUE.includes(operator) && (
        <TextField
          label="Value"
          hidesLabel
          value={String(value ?? '')}
          onChange={(text) => onChange({ value: text })}
        />
      )}
      <IconButton icon="cross" label="Remove this filter" size="small" onPress={onRemove} />
    </div>
  );
}

const firstFilter = (chosen = 'event:$browser') => ({
  key: after(chosen),
  type: before(chosen),
  operator: 'exact',
  value: '',
});

const before = (text: string) => text.slice(0, text.indexOf(':'));
const after = (text: string) => text.slice(text.indexOf(':') + 1);
