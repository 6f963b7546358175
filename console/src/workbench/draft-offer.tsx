import { useState } from 'react';
import { DiffView } from '../editor/diff-view.tsx';
import { Button } from '../parts/button.tsx';
import styles from './workbench.module.css';

interface DraftOfferProps {
  /** When it was typed, an instant of the browser. */
  readonly at: string;
  /** Revision it began with, when it is not the one of now. */
  readonly isOlder: boolean;
  readonly stored: string;
  readonly draft: string;
  readonly language: 'sql' | 'json';
  readonly onContinue: () => void;
  readonly onDiscard: () => void;
}

/** Offers work that was not saved when the screen was left. */
export function DraftOffer({ at, isOlder, stored, draft, language, onContinue, onDiscard }: DraftOfferProps) {
  const [isShown, setShown] = useState(false);
  const time = new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section className={styles['offer']} aria-label="Unsaved draft">
      <div className={styles['bar']}>
        <span>
          Draft of {time}
          {isOlder ? ', on an earlier state of this endpoint' : ''}
        </span>
        <Button size="small" onPress={() => setShown(!isShown)} aria-expanded={isShown}>
          See changes
        </Button>
        <Button size="small" onPress={onDiscard}>
          Discard
        </Button>
        <Button size="small" tone="primary" onPress={onContinue}>
          Continue
        </Button>
      </div>
      {isShown && (
        <DiffView
          before={stored}
          after={draft}
          language={language}
          isSideBySide={false}
          label="What the draft changes"
        />
      )}
    </section>
  );
}
