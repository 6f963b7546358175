import type { ReactElement } from 'react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Select } from '../../parts/select.tsx';
import styles from './imports.module.css';
import { useBounds } from './use-bounds.tsx';

const FORMATS = [
  { value: 'ndjson', label: 'JSON lines', help: 'what an import of the format PostHog reads' },
  { value: 'parquet', label: 'Parquet', help: 'smaller, for tools of analysis' },
] as const;

type Format = (typeof FORMATS)[number]['value'];

/** The call that takes events out. It streams as long as there are events, so it is a program's and not a page's. */
export function ExportDialog(props: {
  readonly projectId: number;
  readonly onClose: () => void;
}): ReactElement {
  const { projectId, onClose } = props;
  const [format, setFormat] = useState<Format>('ndjson');
  const { bounds, fields } = useBounds(projectId);
  const query = new URLSearchParams({ format, ...bounds });
  const file = format === 'ndjson' ? 'events.jsonl' : 'events.parquet';
  return (
    <Dialog title="Export events" isOpen onClose={onClose} actions={<Button onPress={onClose}>Close</Button>}>
      {fields}
      <Select label="Format" choices={FORMATS} value={format} onChange={setFormat} />
      <CodeBlock
        label="Copy the export command"
        wraps
        code={`curl -sf -H "Authorization: Bearer $SLUICE_KEY" \\
  '${location.origin}/api/projects/${projectId}/export?${query}' -o ${file}`}
      />
      <p className={styles.note}>
        It needs a key with <code>query:read</code>. An export may be larger than a browser can hold, so it
        goes straight to a file.
      </p>
    </Dialog>
  );
}
