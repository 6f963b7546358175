import type { ReactElement } from 'react';
import type { QueryVariable } from '../../data/runs.ts';
import { Segmented } from '../../parts/choose.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import styles from './playground.module.css';

type Sending = 'value' | 'null' | 'none';

/** A value for one variable, in three states: a value, null, and not sent at all. */
export function VariableField(props: {
  readonly variable: QueryVariable;
  /** undefined = not sent */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: string | null;
}): ReactElement {
  const { variable, value, onChange, error } = props;
  const sending: Sending = value === undefined ? 'none' : value === null ? 'null' : 'value';
  const choose = (next: Sending) =>
    onChange(
      next === 'none' ? undefined : next === 'null' ? null : (variable.defaultValue ?? emptyOf(variable)),
    );
  return (
    <div className={styles.variable}>
      <div className={styles.variableHead}>
        <span>
          <code>{variable.name}</code> {variable.type}
          {variable.isRequired && <em>required</em>}
        </span>
        <Segmented
          label={`How ${variable.name} is sent`}
          size="small"
          hidesLabel
          value={sending}
          onChange={choose}
          choices={[
            { value: 'value', label: 'value' },
            { value: 'null', label: 'null' },
            { value: 'none', label: 'not sent' },
          ]}
        />
      </div>
      {sending === 'value' && <ValueField {...props} />}
      {sending !== 'value' && error && <p className={styles.refused}>{error}</p>}
      {variable.description && <p className={styles.quiet}>{variable.description}</p>}
    </div>
  );
}

function ValueField({ variable, value, onChange, error }: Parameters<typeof VariableField>[0]): ReactElement {
  const shared = { label: variable.name, hidesLabel: true, error } as const;
  if (variable.choices !== null) {
    const choices = variable.choices.map((choice) => ({ value: choice, label: choice }));
    const take = (text: string) => onChange(variable.type === 'Number' ? Number(text) : text);
    return <Select {...shared} choices={choices} value={String(value)} onChange={take} />;
  }
  if (variable.type === 'Boolean') {
    const choices = ['true', 'false'].map((choice) => ({ value: choice, label: choice }));
    return (
      <Select
        {...shared}
        choices={choices}
        value={String(value)}
        onChange={(text) => onChange(text === 'true')}
      />
    );
  }
  if (variable.type === 'List') {
    const text = Array.isArray(value) ? value.join(', ') : String(value);
    const take = (typed: string) => onChange(typed === '' ? [] : typed.split(',').map((part) => part.trim()));
    return <TextField {...shared} value={text} onChange={take} help="Values with commas between them" />;
  }
  if (variable.type === 'Number') {
    return (
      <TextField {...shared} isCode value={String(value)} onChange={(text) => onChange(numberOrText(text))} />
    );
  }
  const help =
    variable.type === 'Date' ? 'A day such as 2026-01-05, or relative to now: -7d, -1mStart' : undefined;
  return <TextField {...shared} value={String(value)} onChange={onChange} help={help} />;
}

/** Half a number ("1.", "-") stays text while it is typed. */
function numberOrText(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

function emptyOf({ type, choices }: QueryVariable): unknown {
  if (choices !== null) return type === 'Number' ? Number(choices[0]) : (choices[0] ?? '');
  if (type === 'Boolean') return true;
  return type === 'List' ? [] : '';
}
