import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { type Key, type KeyWithSecret, keysQuery } from '../../data/keys.ts';
import { useProjects } from '../../data/projects.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button, IconButton } from '../../parts/button.tsx';
import { Age, Moment, useNow } from '../../parts/clock.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { ActionMenu } from '../../parts/menu.tsx';
import { PageBody, PageHead } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Notice } from '../../parts/states.tsx';
import { useRefusal, useSessionKey } from '../../session/permission.ts';
import { isUnused } from './key-presets.ts';
import styles from './keys.module.css';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeDialog, RollDialog } from './roll-and-revoke.tsx';
import { SecretDialog } from './secret-dialog.tsx';

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'roll' | 'revoke'; readonly key: Key }
  | { readonly kind: 'secret'; readonly made: KeyWithSecret }
  | null;

/** Keys that this session may see, and what can be done with them. */
export default function KeysScreen(): ReactElement {
  const own = useSessionKey();
  const keys = useQuery(keysQuery);
  const { projects } = useProjects(null);
  const refusal = useRefusal('key:write');
  const nowMs = useNow(60_000);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const showSecret = (made: KeyWithSecret) => setOpen({ kind: 'secret', made });
  const names = new Map(projects?.map(({ id, name }) => [id, name]));
  const columns = columnsOf({ own: own?.id, names, nowMs, refusal, onOpen: setOpen });
  return (
    <>
      <PageHead
        title="Keys"
        controls={
          <Button tone="primary" icon="plus" onPress={() => setOpen({ kind: 'new' })} unavailable={refusal}>
            New key
          </Button>
        }
      />
      <PageBody>
        {refusal && <Notice>Your key sees itself alone. {refusal}.</Notice>}
        <QueryView query={keys} what="The keys">
          {(rows) => (
            <DataTable label="Keys" columns={columns} rows={rows} keyOf={({ id }) => id} rowHeight={52} />
          )}
        </QueryView>
      </PageBody>
      {open?.kind === 'new' && <NewKeyDialog projects={projects ?? []} onClose={close} onMade={showSecret} />}
      {open?.kind === 'roll' && <RollDialog apiKey={open.key} onClose={close} onMade={showSecret} />}
      {open?.kind === 'revoke' && (
        <RevokeDialog apiKey={open.key} isOwn={open.key.id === own?.id} onClose={close} />
      )}
      {open?.kind === 'secret' && <SecretDialog made={open.made} onClose={close} />}
    </>
  );
}

interface Shown {
  readonly own: string | undefined;
  readonly names: ReadonlyMap<number, string>;
  readonly nowMs: number;
  readonly refusal: string | null;
  readonly onOpen: (open: Open) => void;
}

function columnsOf({ own, names, nowMs, refusal, onOpen }: Shown): readonly TableColumn<Key>[] {
  return [
    {
      id: 'label',
      head: 'Key',
      width: 'minmax(180px, 1.4fr)',
      cell: (key) => <KeyName apiKey={key} isOwn={key.id === own} />,
    },
    {
      id: 'scopes',
      head: 'May',
      width: 'minmax(200px, 2fr)',
      cell: ({ scopes }) => (
        <span className={styles.scopes}>
          {scopes.map((scope) => (
            <Badge key={scope}>{scope === '*' ? 'everything' : scope}</Badge>
          ))}
        </span>
      ),
    },
    {
      id: 'projects',
      head: 'Projects',
      width: 'minmax(120px, 1fr)',
      cell: ({ projects, endpoints }) => {
        const reached =
          projects === null ? 'all' : projects.map((id) => names.get(id) ?? `project ${id}`).join(', ');
        return endpoints === null ? reached : `${reached}: ${endpoints.join(', ') || 'no endpoint'}`;
      },
    },
    {
      id: 'used',
      head: 'Used',
      width: '112px',
      cell: (key) => (
        <span className={styles.used} data-unused={isUnused(key, nowMs) || undefined}>
          <Age at={key.last_used_at} />
          {isUnused(key, nowMs) && <small>over 90 days</small>}
        </span>
      ),
    },
    {
      id: 'ends',
      head: 'Ends',
      width: '128px',
      cell: ({ expires_at }) => (expires_at === null ? 'never' : <Moment at={expires_at} />),
    },
    { id: 'made', head: 'Made', width: '128px', cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'menu',
      isPinned: true,
      head: '',
      width: '44px',
      cell: (key) => <KeyMenu apiKey={key} refusal={refusal} onOpen={onOpen} />,
    },
  ];
}

function KeyName({ apiKey, isOwn }: { readonly apiKey: Key; readonly isOwn: boolean }): ReactElement {
  return (
    <span className={styles.label}>
      <b>
        {apiKey.label} {isOwn && <Badge tone="accent">yours</Badge>}
      </b>
      <code>{apiKey.hint}</code>
    </span>
  );
}

function KeyMenu(props: {
  readonly apiKey: Key;
  readonly refusal: string | null;
  readonly onOpen: (open: Open) => void;
}): ReactElement {
  const { apiKey: key, refusal, onOpen } = props;
  const roll = {
    id: 'roll',
    label: 'Roll secret',
    help: 'A new secret; the old one may work on for a while',
    unavailable: refusal,
    onAction: () => onOpen({ kind: 'roll', key }),
  };
  const revoke = {
    id: 'revoke',
    label: 'Revoke',
    tone: 'danger' as const,
    icon: 'trash' as const,
    unavailable: refusal,
    onAction: () => onOpen({ kind: 'revoke', key }),
  };
  return (
    <ActionMenu label={`Actions of ${key.label}`} groups={[{ actions: [roll, revoke] }]}>
      <IconButton label={`Actions of ${key.label}`} icon="more" size="small" />
    </ActionMenu>
  );
}
