import { IconButton } from '../parts/button.tsx';
import { Checkbox, Segmented } from '../parts/choose.tsx';
import { Select } from '../parts/select.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { Declaration, DraftVariable, SentValue } from './draft-variables.ts';
import type { SqlDraft } from './sql-draft.ts';
import styles from './workbench.module.css';

interface VariablesFormProps {
  readonly variables: readonly DraftVariable[];
  readonly draft: SqlDraft;
  readonly onDraft: (draft: SqlDraft) => void;
  /** What the service refuses, by the path of the member. */
  readonly errorOf: (attr: string) => string | null;
}

const TYPES = ['String', 'Number', 'Boolean', 'Date', 'List'] as const;
const TYPE_CHOICES = TYPES.map((type) => ({ value: type, label: type }));
const KINDS = [
  { value: 'value', label: 'value' },
  { value: 'null', label: 'null' },
  { value: 'none', label: 'not sent' },
] as const;

/** The variables of a draft: what a run sends for each (a value, null or nothing), and how it is declared. */
export function VariablesForm({ variables, draft, onDraft, errorOf }: VariablesFormProps) {
  if (variables.length === 0) {
    return (
      <p className={styles.hint}>
        This query uses no variables. Write <code>{'{variables.name}'}</code> where callers choose a value.
      </p>
    );
  }
  const declare = (name: string, declaration: Declaration | null) => {
    const { [name]: _, ...others } = draft.declarations;
    onDraft({ ...draft, declarations: declaration === null ? others : { ...others, [name]: declaration } });
  };
  return (
    <ul className={styles.variables}>
      {variables.map((variable) => (
        <li key={variable.name}>
          <SentField
            variable={variable}
            value={draft.values[variable.name] ?? { kind: 'none' }}
            error={errorOf(`variables.${variable.name}`)}
            send={(value) => onDraft({ ...draft, values: { ...draft.values, [variable.name]: value } })}
          />
          <DeclarationForm
            variable={variable}
            declare={(declaration) => declare(variable.name, declaration)}
          />
        </li>
      ))}
    </ul>
  );
}

interface SentFieldProps {
  readonly variable: DraftVariable;
  readonly value: SentValue;
  readonly error: string | null;
  readonly send: (value: SentValue) => void;
}

function SentField({ variable, value, error, send }: SentFieldProps) {
  const { name, type, required, declaration } = variable;
  const text = value.kind === 'value' ? value.text : '';
  const setText = (next: string) => send({ kind: 'value', text: next });
  const choices = type === 'Boolean' ? ['true', 'false'] : declaration?.enum?.map(String);
  return (
    <div className={styles.sent}>
      <header>
        <code title={name}>{name}</code>
        <Segmented
          label={`What is sent for ${name}`}
          size="small"
          choices={KINDS}
          value={value.kind}
          onChange={(kind) => send(kind === 'value' ? { kind, text } : { kind })}
        />
      </header>
      {choices === undefined ? (
        <TextField
          label={`${name}${required ? ' *' : ''}`}
          hidesLabel
          value={text}
          onChange={setText}
          isCode
          error={error}
          placeholder={placeholderOf(variable, value)}
          help={helpOf(variable)}
        />
      ) : (
        <Select
          label={`${name}${required ? ' *' : ''}`}
          hidesLabel
          value={text}
          onChange={setText}
          error={error}
          choices={choices.map((choice) => ({ value: choice, label: choice }))}
        />
      )}
    </div>
  );
}

interface DeclarationFormProps {
  readonly variable: DraftVariable;
  readonly declare: (declaration: Declaration | null) => void;
}

function DeclarationForm({ variable, declare }: DeclarationFormProps) {
  const { declaration, type, required } = variable;
  const change = (part: Declaration) => {
    const all = Object.entries({ ...declaration, type, ...part });
    declare(
      Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== '')) as Declaration,
    );
  };
  const words = [type, ...(required ? ['required'] : []), ...(variable.isUsed ? [] : ['not used'])].join(
    ', ',
  );
  return (
    <details className={styles['declaration']}>
      <summary>
        {words}
        {declaration === null ? ' (inferred)' : ''}
      </summary>
      <Select label="Type" value={type} onChange={(next) => change({ type: next })} choices={TYPE_CHOICES} />
      <Checkbox isSelected={required} onChange={(next) => change({ required: next })}>
        Required
      </Checkbox>
      <DeclaredValues variable={variable} change={change} />
      {declaration !== null && (
        <IconButton label="Forget the declaration" icon="trash" size="small" onPress={() => declare(null)} />
      )}
    </details>
  );
}

interface DeclaredValuesProps {
  readonly variable: DraftVariable;
  readonly change: (part: Declaration) => void;
}

/** What a variable is when it is not sent, and which values it may have. */
function DeclaredValues({ variable: { declaration, type, required }, change }: DeclaredValuesProps) {
  const set = declaration?.default ?? '';
  const values = (text: string) =>
    text.split(',').map((item) => defaultOf(item.trim(), type) as string | number);
  const bounds = [
    { label: 'At least', name: 'min' },
    { label: 'At most', name: 'max' },
  ] as const;
  return (
    <>
      {!required && (
        <TextField
          label="Default"
          isCode
          value={String(set)}
          onChange={(next) => change({ default: next === '' ? undefined : defaultOf(next, type) })}
        />
      )}
      <TextField
        label="Only these values"
        isCode
        placeholder="a, b, c"
        value={declaration?.enum?.join(', ') ?? ''}
        onChange={(next) => change({ enum: next.trim() === '' ? undefined : values(next) })}
      />
      {(type === 'Number' || type === 'Date') && (
        <div className={styles['pair']}>
          {bounds.map(({ label, name }) => (
            <TextField
              key={name}
              label={label}
              isCode
              value={String(declaration?.[name] ?? '')}
              onChange={(next) => change({ [name]: bound(next, type) })}
            />
          ))}
        </div>
      )}
    </>
  );
}

function placeholderOf({ type, required, declaration }: DraftVariable, value: SentValue): string {
  if (value.kind === 'null') return 'null';
  if (declaration?.default !== undefined) return `default ${String(declaration.default)}`;
  if (type === 'Date') return '2026-11-21 or -7d';
  return required ? 'required' : 'not sent';
}

function helpOf({ type }: DraftVariable): string | undefined {
  return type === 'List' ? 'Values between commas' : undefined;
}

function defaultOf(text: string, type: DraftVariable['type']): unknown {
  if (type === 'Boolean') return text === 'true';
  return type === 'Number' && String(Number(text)) === text ? Number(text) : text;
}

function bound(text: string, type: DraftVariable['type']): number | string | undefined {
  return text === '' ? undefined : (defaultOf(text, type) as number | string);
}
