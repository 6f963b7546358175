import type { ReactElement } from 'react';
import { Button } from '../parts/button.tsx';
import { Moment } from '../parts/clock.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { Pane } from '../parts/page.tsx';
import styles from './definition.module.css';

export interface FactsPaneProps {
  /** "action", "cohort" */
  readonly noun: string;
  readonly facts: {
    readonly created_at: string;
    readonly updated_at: string;
    readonly created_by: { readonly label: string };
  };
  /** The expression that asks for it. */
  readonly sql: string;
  readonly refusal: string | null;
  readonly onDelete: () => void;
}

/** When a definition was made and by whom, how SQL asks for it, and its end. */
export function FactsPane(props: FactsPaneProps): ReactElement {
  const { noun, facts, sql, refusal, onDelete } = props;
  return (
    <Pane title="Facts">
      <div className={styles.facts}>
        <Facts>
          <Fact name="In SQL">
            <span className={styles.sql}>
              <code>{sql}</code>
              <CopyButton text={sql} label="Copy the expression" />
            </span>
          </Fact>
          <Fact name="Made">
            <Moment at={facts.created_at} />
          </Fact>
          <Fact name="By the key">{facts.created_by.label}</Fact>
          <Fact name="Changed">
            <Moment at={facts.updated_at} />
          </Fact>
        </Facts>
        <Button tone="danger" icon="trash" size="small" unavailable={refusal} onPress={onDelete}>
          Delete {noun}
        </Button>
      </div>
    </Pane>
  );
}
