import { IconButton } from '../parts/button.tsx';
import { TextField } from '../parts/text-field.tsx';
import styles from './insight.module.css';
import { type InsightQuery, part, withMember, word } from './insight-query.ts';
import { PropertyPicker } from './pickers.tsx';

interface BreakdownFormProps {
  readonly projectId: number;
  readonly query: InsightQuery;
  readonly onQuery: (query: InsightQuery) => void;
}

/** One series per value of a property, the largest ones; several properties and expressions stand in the JSON. */
export function BreakdownForm({ projectId, query, onQuery }: BreakdownFormProps) {
  const filter = part(query, 'breakdownFilter');
  const type = word(filter, 'breakdown_type', 'event');
  const isPlain = typeof filter['breakdown'] === 'string' && (type === 'event' || type === 'person');
  const clear = () => onQuery(withMember(query, ['breakdownFilter'], undefined));
  if (!isPlain && ('breakdown' in filter || 'breakdowns' in filter)) {
    return <OtherBreakdown value={filter['breakdown'] ?? filter['breakdowns']} onClear={clear} />;
  }
  const limit = filter['breakdown_limit'];
  const setLimit = (text: string) => {
    const number = Number(text);
    onQuery(
      withMember(
        query,
        ['breakdownFilter', 'breakdown_limit'],
        text.trim() === '' ? undefined : Number.isFinite(number) ? number : text,
      ),
    );
  };
  return (
    <div className={styles['filter']}>
      <PropertyPicker
        projectId={projectId}
        label="Breakdown by"
        owner={type}
        name={word(filter, 'breakdown')}
        onProperty={({ owner, name }) =>
          onQuery({ ...query, breakdownFilter: { ...filter, breakdown: name, breakdown_type: owner } })
        }
      />
      {isPlain && (
        <>
          <TextField
            label="At most"
            hidesLabel
            isCode
            placeholder="top 25"
            value={limit === undefined ? '' : String(limit)}
            onChange={setLimit}
          />
          <IconButton label="No breakdown" icon="cross" size="small" onPress={clear} />
        </>
      )}
    </div>
  );
}

interface OtherBreakdownProps {
  readonly value: unknown;
  readonly onClear: () => void;
}

/** A breakdown that the form has no control for. */
function OtherBreakdown({ value, onClear }: OtherBreakdownProps) {
  return (
    <div className={styles['filter']}>
      <span className={styles['words']}>{JSON.stringify(value)} (see JSON)</span>
      <IconButton label="No breakdown" icon="cross" size="small" onPress={onClear} />
    </div>
  );
}
