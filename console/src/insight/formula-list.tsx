import { Button, IconButton } from '../parts/button.tsx';
import { TextField } from '../parts/text-field.tsx';
import { Part } from './form-part.tsx';
import styles from './insight.module.css';
import { type InsightQuery, list, part, withMember, word } from './insight-query.ts';

interface FormulaListProps {
  readonly query: InsightQuery;
  readonly onQuery: (query: InsightQuery) => void;
}

/** Formulas over the letters of the series, such as `A / B`. With one the answer has the formulas, not the series. */
export function FormulaList({ query, onQuery }: FormulaListProps) {
  const nodes = list(part(query, 'trendsFilter'), 'formulaNodes');
  const set = (next: readonly Readonly<Record<string, unknown>>[]) =>
    onQuery(withMember(query, ['trendsFilter', 'formulaNodes'], next.length === 0 ? undefined : next));
  return (
    <Part title="Formula">
      {nodes.map((node, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a formula is its place.
        <div key={at} className={styles['filter']}>
          <TextField
            label="Formula"
            hidesLabel
            isCode
            placeholder="A / B"
            value={word(node, 'formula')}
            onChange={(formula) => set(nodes.with(at, { ...node, formula }))}
          />
          <TextField
            label="Name of the formula"
            hidesLabel
            placeholder="name"
            value={word(node, 'custom_name')}
            onChange={(name) =>
              set(nodes.with(at, withMember(node, ['custom_name'], name === '' ? undefined : name)))
            }
          />
          <IconButton
            label="Remove the formula"
            icon="cross"
            size="small"
            onPress={() => set(nodes.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button size="small" tone="quiet" icon="plus" onPress={() => set([...nodes, { formula: 'A' }])}>
        Formula
      </Button>
    </Part>
  );
}
