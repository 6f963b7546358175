import type { ReactElement } from 'react';
import { useState } from 'react';
import type { KeyWithSecret } from '../../data/keys.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import styles from './keys.module.css';

/** Shows the secret of a new key, this once: it is in no cache and gone when the dialog closes. */
export function SecretDialog(props: {
  readonly made: KeyWithSecret;
  readonly onClose: () => void;
}): ReactElement {
  const { made, onClose } = props;
  const [isShown, setShown] = useState(false);
  return (
    <Dialog
      title={`Secret of ${made.label}`}
      isOpen
      mustAnswer
      onClose={onClose}
      actions={
        <Button tone="primary" onPress={onClose}>
          I have stored it
        </Button>
      }
    >
      <p>It is shown this once. The service keeps a hash of it and cannot show it again.</p>
      <div className={styles.secret}>
        <code>{isShown ? made.value : `slp_${'•'.repeat(24)}`}</code>
        <Button size="small" icon="eye" onPress={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
        <CopyButton text={made.value} label="Copy the secret" words="Copy" size="small" />
      </div>
      <CodeBlock
        label="Copy the curl command"
        code={`SLUICE_KEY=… # the secret\ncurl -s -H "Authorization: Bearer $SLUICE_KEY" ${location.origin}/api/personal_api_keys/@current`}
      />
    </Dialog>
  );
}
