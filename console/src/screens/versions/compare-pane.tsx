import type { ReactElement } from 'react';
import { useState } from 'react';
import type { EndpointVersion } from '../../data/shapes.ts';
import { DiffView } from '../../editor/diff-view.tsx';
import { Segmented } from '../../parts/choose.tsx';
import { Pane } from '../../parts/page.tsx';
import { Select } from '../../parts/select.tsx';
import { COMPARED_PARTS, type ComparedPart, languageOfPart, textOfPart } from './compare-versions.ts';
import styles from './versions.module.css';

/** Two versions of an endpoint, part by part, in one text or side by side. */
export function ComparePane(props: {
  readonly rows: readonly EndpointVersion[];
  readonly from: EndpointVersion;
  readonly to: EndpointVersion;
  readonly onCompare: (from: number, to: number) => void;
}): ReactElement {
  const { rows, from, to, onCompare } = props;
  const [part, setPart] = useState<ComparedPart>('query');
  const [view, setView] = useState<'one' | 'two'>('one');
  const numbers = rows.map(({ version }) => ({ value: String(version), label: `version ${version}` }));
  const [before, after] = [textOfPart(from, part), textOfPart(to, part)];
  const word = COMPARED_PARTS.find(({ value }) => value === part)?.label ?? '';
  return (
    <Pane
      title={`What differs from ${from.version} to ${to.version}`}
      className={styles.compare}
      controls={
        <div className={styles.controls}>
          <Select
            isFilter
            label="From"
            choices={numbers}
            value={String(from.version)}
            onChange={(value) => onCompare(Number(value), to.version)}
          />
          <Select
            isFilter
            label="To"
            choices={numbers}
            value={String(to.version)}
            onChange={(value) => onCompare(from.version, Number(value))}
          />
          <Segmented label="Part" choices={COMPARED_PARTS} value={part} onChange={setPart} />
          <Segmented label="View" choices={VIEWS} value={view} onChange={setView} />
        </div>
      }
    >
      {before === after ? (
        <p className={styles.same}>
          {word}: both versions have the same. {before === '' && 'An insight has no columns of its own.'}
        </p>
      ) : (
        <DiffView
          before={before}
          after={after}
          language={languageOfPart(to, part)}
          isSideBySide={view === 'two'}
          label={`${word}, version ${from.version} to ${to.version}`}
        />
      )}
    </Pane>
  );
}

const VIEWS = [
  { value: 'one', label: 'One text' },
  { value: 'two', label: 'Side by side' },
] as const;
