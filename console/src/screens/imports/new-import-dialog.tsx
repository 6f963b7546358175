import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { type ImportFormat, type ImportOrder, tryImport } from '../../data/imports.ts';
import { Button } from '../../parts/button.tsx';
import { ComboBox } from '../../parts/combo-box.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { formatBytes } from '../../parts/format.ts';
import { Select } from '../../parts/select.tsx';
import { ProblemLine, Skeleton } from '../../parts/states.tsx';
import { type ColumnMeaning, columnsOf, FORMATS, guessFormat, guessMeaning } from './guess-order.ts';
import styles from './imports.module.css';
import { SampleEvents } from './sample-events.tsx';
import { type FileStart, useFileStart } from './use-file-start.ts';

/** Says how a file is to be read, shows its first events as they would arrive, and sends it. */
export function NewImportDialog(props: {
  readonly projectId: number;
  readonly file: File;
  readonly onClose: () => void;
  readonly onSend: (order: ImportOrder) => void;
}): ReactElement {
  const { file, onClose } = props;
  const start = useFileStart(file);
  if (start !== null) return <OrderDialog {...props} start={start} />;
  return (
    <Dialog title={`Import ${file.name}`} isOpen size="wide" onClose={onClose}>
      <Skeleton rows={5} label="The file" />
    </Dialog>
  );
}

function OrderDialog(props: {
  readonly projectId: number;
  readonly file: File;
  readonly start: FileStart;
  readonly onClose: () => void;
  readonly onSend: (order: ImportOrder) => void;
}): ReactElement {
  const { projectId, file, start, onClose, onSend } = props;
  const [format, setFormat] = useState<ImportFormat>(() => guessFormat(file.name, start.text));
  const columns = columnsOf(format, start.text);
  const [said, setSaid] = useState<ColumnMeaning | null>(null);
  const meaning = said ?? guessMeaning(columns);
  const isMapped = format === 'jsonl' || format === 'csv' || format === 'parquet';
  const order = { format, mapping: isMapped ? mappingOf(meaning) : undefined };
  const isSaid = !isMapped || Object.values(meaning).every((column) => column !== '');
  const tried = useTrial(projectId, start, order, isSaid);
  const choose = (next: ImportFormat) => {
    setFormat(next);
    setSaid(null);
  };
  return (
    <Dialog
      title={`Import ${file.name}`}
      isOpen
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            tone="primary"
            unavailable={isSaid ? null : 'Say which columns are event, person and time first'}
            onPress={() => onSend(order)}
          >
            Import {formatBytes(file.size)}
          </Button>
        </>
      }
    >
      <Select<ImportFormat>
        label="Format"
        choices={FORMATS}
        value={format}
        onChange={choose}
        help={<code>{FORMATS.find(({ value }) => value === format)?.sample}</code>}
      />
      {isMapped && <Meaning columns={columns} meaning={meaning} onChange={setSaid} />}
      {tried.isFetching && <Skeleton rows={4} height={28} label="The first rows" />}
      <ProblemLine error={tried.error} />
      {tried.data && <SampleEvents tried={tried.data} />}
      {start.bytes === null && (
        <p className={styles.note}>
          A packed file of this size is not tried beforehand. Rows that are no events are left out and can be
          looked at afterwards.
        </p>
      )}
    </Dialog>
  );
}

/** What a dry run of the beginning of the file says. */
function useTrial(projectId: number, start: FileStart, order: ImportOrder, isSaid: boolean) {
  return useQuery({
    queryKey: ['project', projectId, 'imports', 'trial', order],
    queryFn: ({ signal }) => tryImport(projectId, start.bytes ?? new Blob(), order, signal),
    enabled: start.bytes !== null && isSaid,
    gcTime: 0,
    retry: false,
  });
}

const mappingOf = ({ event, distinctId, timestamp }: ColumnMeaning) => ({
  event,
  distinct_id: distinctId,
  timestamp,
});

const FIELDS = [
  { member: 'event', label: 'Name of the event' },
  { member: 'distinctId', label: 'Who did it' },
  { member: 'timestamp', label: 'Time' },
] as const;

/** Which columns are what; all others become properties. */
function Meaning(props: {
  readonly columns: readonly string[];
  readonly meaning: ColumnMeaning;
  readonly onChange: (meaning: ColumnMeaning) => void;
}): ReactElement {
  const { columns, meaning, onChange } = props;
  const choices = columns.map((value) => ({ value, label: value }));
  return (
    <>
      <div className={styles.meaning}>
        {FIELDS.map(({ member, label }) => (
          <ComboBox
            key={member}
            label={label}
            choices={choices}
            value={meaning[member]}
            onChange={(column) => onChange({ ...meaning, [member]: column })}
            allowsOther
            isCode
            placeholder="column"
          />
        ))}
      </div>
      <p className={styles.note}>All other columns become properties.</p>
    </>
  );
}
