import type { ReactElement } from 'react';
import type { KeyWithSecret } from '../../data/keys.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Secret } from '../../parts/secret.tsx';

/** Shows the secret of a new key, this once: it is in no cache and gone when the dialog closes. */
export function SecretDialog(props: {
  readonly made: KeyWithSecret;
  readonly onClose: () => void;
}): ReactElement {
  const { made, onClose } = props;
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
      <Secret value={made.value} label="Copy the secret" />
      <CodeBlock
        label="Copy the curl command"
        code={`SLUICE_KEY=… # the secret\ncurl -s -H "Authorization: Bearer $SLUICE_KEY" ${location.origin}/api/personal_api_keys/@current`}
      />
    </Dialog>
  );
}
