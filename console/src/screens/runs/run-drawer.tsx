import type { ReactElement } from 'react';
import { isBuild, isRun, type LogEntry } from '../../data/run-log.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import styles from './runs.module.css';
import { useKeyNames } from './use-key-names.ts';

/** Members of an entry in the order in which they are read, with what they mean. */
const MEANINGS: Readonly<Record<string, string>> = {
  started_at: 'When the call began',
  status: 'HTTP status',
  error_code: 'What was wrong',
  served_from: 'Where the answer came from',
  served_reason: 'Why from there',
  cache: 'What the cache did',
  duration_ms: 'Length of the call, ms',
  rows: 'Rows of the answer',
  rows_read: 'Rows that the engine read',
  bytes_read: 'Bytes that the engine read',
  version: 'Version that ran',
  key_id: 'Key that called',
  signing_key_id: 'Signing key of the token',
  subject: 'User whom the token names',
  client_query_id: 'Name that the caller gave the run',
  request_id: 'Id of the request',
  code: 'Kind of the change',
  detail: 'What changed',
  level: 'Level',
  endpoint: 'Endpoint',
  build_id: 'Build of the snapshot',
  cause: 'Why it was built',
  outcome: 'How it ended',
  error: 'Why it failed',
  bytes: 'Bytes of the snapshot',
  verified: 'What the comparison with a run said',
};

function titleOf(entry: LogEntry): string {
  if (isRun(entry)) return `Run: ${entry.status}`;
  return isBuild(entry) ? `Build: ${entry.outcome}` : 'A change of what it reads';
}

/** Everything that is kept of a run. Its values are not, and it says so. */
export function RunDrawer(props: { readonly entry: LogEntry; readonly onClose: () => void }): ReactElement {
  const { entry, onClose } = props;
  const keyNames = useKeyNames();
  const members = Object.entries(entry) as [string, string | number][];
  const order = Object.keys(MEANINGS);
  members.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return (
    <Dialog title={titleOf(entry)} isOpen isDrawer onClose={onClose}>
      <dl className={styles.members}>
        {members.map(([name, value]) => (
          <div key={name}>
            <dt>
              {MEANINGS[name] ?? name} <code>{name}</code>
            </dt>
            <dd>
              {name === 'key_id' && keyNames.has(String(value)) && <b>{keyNames.get(String(value))}</b>}
              <span>{String(value)}</span>
              {name.endsWith('_id') && <CopyButton text={String(value)} label={`Copy ${name}`} />}
              {name === 'error_code' && (
                <a href={`/docs/errors#${value}`} target="_blank" rel="noreferrer">
                  what to do
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isRun(entry) && <p className={styles.note}>Values of variables and filters are not kept.</p>}
    </Dialog>
  );
}
