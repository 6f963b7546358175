import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { type Key, type KeyWithSecret, keysQuery, revokeKey, rollKey } from '../../data/keys.ts';
import { Button } from '../../parts/button.tsx';
import { Age } from '../../parts/clock.tsx';
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx';
import { Select } from '../../parts/select.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import { sayToast } from '../../parts/toasts.tsx';

const OVERLAPS = [
  { value: '0', label: 'stops at once' },
  { value: '3600', label: 'works for an hour' },
  { value: '86400', label: 'works for a day' },
  { value: '604800', label: 'works for a week' },
] as const;

/** Gives a key another secret. */
export function RollDialog(props: {
  readonly apiKey: Key;
  readonly onClose: () => void;
  readonly onMade: (made: KeyWithSecret) => void;
}): ReactElement {
  const { apiKey, onClose, onMade } = props;
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number]['value']>('0');
  const client = useQueryClient();
  const roll = useMutation({
    mutationFn: () => rollKey(apiKey.id, Number(overlap)),
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: keysQuery.queryKey });
      onMade(made);
    },
  });
  return (
    <Dialog
      title={`Roll the secret of ${apiKey.label}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button tone="danger" isPending={roll.isPending} onPress={() => roll.mutate()}>
            Roll secret
          </Button>
        </>
      }
    >
      <p>
        The key keeps its label, scopes and projects and gets a new secret. It was last used{' '}
        <Age at={apiKey.last_used_at} /> ago.
      </p>
      <Select label="The old secret" choices={OVERLAPS} value={overlap} onChange={setOverlap} />
      <ProblemLine error={roll.error} />
    </Dialog>
  );
}

/** Ends a key for good, after its label was typed. */
export function RevokeDialog(props: {
  readonly apiKey: Key;
  readonly isOwn: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const { apiKey, isOwn, onClose } = props;
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeKey(apiKey.id),
    onSuccess: async () => {
      sayToast(`${apiKey.label} is revoked`);
      onClose();
      await client.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.label}`}
      verb="Revoke key"
      name={apiKey.label}
      isOpen
      isPending={revoke.isPending}
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
    >
      <p>
        Calls with <code>{apiKey.hint}</code> are refused from then on, and nothing brings the key back. It
        was last used <Age at={apiKey.last_used_at} />
        {apiKey.last_used_at !== null && ' ago'}.
      </p>
      {isOwn && <p>This is the key that you are signed in with: you will be signed out.</p>}
      <ProblemLine error={revoke.error} />
    </ConfirmDialog>
  );
}
