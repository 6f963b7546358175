import type { ReactElement } from 'react';
import type { ActivityEntry } from '../../data/activity.ts';
import { DiffView } from '../../editor/diff-view.tsx';
import { Moment } from '../../parts/clock.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Fact, Facts } from '../../parts/facts.tsx';
import styles from './activity.module.css';
import { hasLines, SUBJECT_WORDS, textOfValue } from './tell-change.ts';

/** One change whole: who, when, and every member before and after. */
export function ChangeDrawer(props: {
  readonly entry: ActivityEntry;
  readonly onClose: () => void;
}): ReactElement {
  const { entry, onClose } = props;
  return (
    <Dialog
      title={`${SUBJECT_WORDS[entry.subject]} ${entry.subject_name} ${entry.activity}`}
      isOpen
      isDrawer
      onClose={onClose}
    >
      <Facts>
        <Fact name="When">
          <Moment at={entry.at} />
        </Fact>
        <Fact name="By the key">
          {entry.actor.label} <code>{entry.actor.key_id}</code>
          <CopyButton text={entry.actor.key_id} label="Copy the id of the key" />
        </Fact>
      </Facts>
      {entry.changes.map((change) => (
        <section key={change.member} className={styles.change} aria-label={change.member}>
          <h3>{change.member}</h3>
          {hasLines(change) ? (
            <DiffView
              before={textOfValue(change.before)}
              after={textOfValue(change.after)}
              language={typeof change.after === 'string' ? 'sql' : 'json'}
              isSideBySide={false}
              label={`Changes of ${change.member}`}
            />
          ) : (
            <p>
              <code>{textOfValue(change.before) || 'none'}</code> →{' '}
              <code>{textOfValue(change.after) || 'none'}</code>
            </p>
          )}
        </section>
      ))}
    </Dialog>
  );
}
