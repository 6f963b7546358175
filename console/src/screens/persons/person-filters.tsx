import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useEffect, useState } from 'react';
import { propertiesQuery } from '../../data/names.ts';
import { useProject } from '../../data/projects.ts';
import { ComboBox } from '../../parts/combo-box.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { TextField } from '../../parts/text-field.tsx';
import styles from './persons.module.css';

/** What is looked for, as it stands in the address. */
export const PERSON_FILTERS = { q: '', property: '', value: '', page: '0' };

type Filters = typeof PERSON_FILTERS;

/** How long typing rests before persons are asked for, in ms: each search is a query of the key. */
const SETTLED_MS = 300;

/** A search over names, emails and distinct ids, or the value of one property. */
export function PersonFilters(props: {
  readonly state: Readonly<Filters>;
  readonly change: (change: Partial<Filters>) => void;
}): ReactElement {
  const { state, change } = props;
  const project = useProject();
  const { data } = useQuery(propertiesQuery(project.id));
  const names = (data?.names ?? []).filter(({ type }) => type === 'person').map(({ name }) => name);
  const [text, setText] = useSettled(state.q, (q) => change({ q, property: '', value: '', page: '0' }));
  const [value, setValue] = useSettled(state.value, (next) => change({ value: next, page: '0' }));
  return (
    <div className={styles.filters}>
      <SearchField isOfScreen label="Search name, email, distinct id" value={text} onChange={setText} />
      <span>or</span>
      <ComboBox
        label="Property"
        hidesLabel
        placeholder="Property"
        choices={names.map((name) => ({ value: name, label: name }))}
        value={state.property}
        onChange={(property) => change({ property, q: '', page: '0' })}
      />
      <TextField
        label="Value"
        hidesLabel
        isCode
        placeholder="value"
        value={value}
        isDisabled={state.property === ''}
        onChange={setValue}
      />
    </div>
  );
}

/** A text that is told once typing rests, and follows the address. */
function useSettled(told: string, tell: (text: string) => void) {
  const [text, setText] = useState(told);
  const [before, setBefore] = useState(told);
  if (before !== told) {
    setBefore(told);
    setText(told);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each text, however it is told
  useEffect(() => {
    if (text === told) return;
    const timer = setTimeout(() => tell(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}
