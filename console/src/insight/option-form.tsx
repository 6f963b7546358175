import { Checkbox } from '../parts/choose.tsx';
import { Select } from '../parts/select.tsx';
import { TextField } from '../parts/text-field.tsx';
import styles from './insight.module.css';
import { type InsightQuery, part, withMember } from './insight-query.ts';
import { OPTION_FIELDS, type OptionField } from './option-fields.ts';

interface OptionFormProps {
  readonly query: InsightQuery;
  readonly onQuery: (query: InsightQuery) => void;
  readonly errorOf: (path: string) => string | null;
}

/** The members of a kind that are one control each. */
export function OptionForm({ query, onQuery, errorOf }: OptionFormProps) {
  const fields = OPTION_FIELDS[query.kind].filter(({ when }) => when === undefined || when(query));
  return (
    <div className={styles['options']}>
      {fields.map((field) => (
        <OptionControl
          key={field.path.join('.')}
          field={field}
          value={memberAt(query, field.path)}
          error={errorOf(field.path.join('.'))}
          set={(value) => onQuery(withOption(query, field, value))}
        />
      ))}
    </div>
  );
}

interface OptionControlProps {
  readonly field: OptionField;
  readonly value: unknown;
  readonly error: string | null;
  readonly set: (value: unknown) => void;
}

function OptionControl({ field, value, error, set }: OptionControlProps) {
  const { label, control, choices = [], placeholder } = field;
  const shared = { label, error, ...(placeholder !== undefined && { placeholder }) };
  switch (control) {
    case 'choice':
      return (
        <Select
          label={label}
          error={error}
          value={typeof value === 'string' ? value : (choices[0]?.[0] ?? '')}
          choices={choices.map(([one, words]) => ({ value: one, label: words }))}
          onChange={set}
        />
      );
    case 'flag':
      return (
        <Checkbox isSelected={value === true} onChange={(isOn) => set(isOn ? true : undefined)}>
          {label}
        </Checkbox>
      );
    case 'number':
      return <TextField {...shared} isCode value={textOf(value)} onChange={(text) => set(numberOf(text))} />;
    case 'text':
      return (
        <TextField
          {...shared}
          isCode
          value={textOf(value)}
          onChange={(text) => set(text === '' ? undefined : text)}
        />
      );
    case 'texts':
      return (
        <TextField
          {...shared}
          isCode
          value={textOf(value)}
          onChange={(text) => set(items(text))}
          help="Between commas"
        />
      );
    case 'numbers':
      return (
        <TextField
          {...shared}
          isCode
          value={textOf(value)}
          onChange={(text) => set(items(text)?.map(numberOf))}
          help="Between commas"
        />
      );
    default:
      return control satisfies never;
  }
}

/** A first choice that was absent stays absent: what is not said is not written. */
function withOption(query: InsightQuery, field: OptionField, value: unknown): InsightQuery {
  if (field.path[2] === 'operator' && value === '')
    return withMember(query, field.path.slice(0, 2), undefined);
  const next = withMember(query, field.path, value);
  const criteria = part(part(next, 'stickinessFilter'), 'stickinessCriteria');
  if (field.path[2] === 'operator' && !('value' in criteria))
    return withMember(next, [...field.path.slice(0, 2), 'value'], 1);
  return next;
}

function memberAt(query: InsightQuery, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    query,
  );
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : value === undefined || value === null ? '' : String(value);
}

/** A number, or the text as it is, for the service to refuse; nothing for nothing. */
function numberOf(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}

/** Items between commas. A comma at the end stays as an empty item while it is typed; nothing for nothing. */
function items(text: string): string[] | undefined {
  return text.trim() === '' ? undefined : text.split(',').map((item) => item.trimStart());
}
