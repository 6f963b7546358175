import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { type Adding, addAllMembers } from '../../data/add-members.ts';
import type { Cohort } from '../../data/cohorts.ts';
import { useProject } from '../../data/projects.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { formatBytes, formatCount, plural } from '../../parts/format.ts';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import { TextField } from '../../parts/text-field.tsx';
import styles from './cohorts.module.css';
import { idsOfFile, MOST_FILE_BYTES } from './ids-of-file.ts';

/** Distinct ids that nobody has, in a sentence; the rest is counted. */
const MOST_TOLD = 10;

/** The ids of a file, which may be too many to show. */
interface ReadFile {
  readonly name: string;
  readonly ids: readonly string[];
}

/** Puts persons on the list by their distinct ids, written or from a file. Those that nobody has are told. */
export function AddMembersDialog(props: {
  readonly cohort: Cohort;
  readonly onClose: () => void;
}): ReactElement {
  const { cohort, onClose } = props;
  const [text, setText] = useState('');
  const [file, setFile] = useState<ReadFile | null>(null);
  const ids = file?.ids ?? idsOf(text);
  const { add, adding } = useAdding(cohort, ids, () => {
    setText('');
    setFile(null);
  });
  const count = ids.length === 0 ? 'persons' : plural(ids.length, 'person');
  return (
    <Dialog
      title={`Add persons to ${cohort.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{add.data ? 'Done' : 'Cancel'}</Button>
          <Button
            tone="primary"
            isPending={add.isPending}
            unavailable={ids.length === 0 ? 'Write distinct ids or choose a file first' : null}
            onPress={() => add.mutate()}
          >
            Add {count}
          </Button>
        </>
      }
    >
      {file === null ? (
        <TextField
          {...{ label: 'Distinct ids', help: 'One a line', lines: 8, isCode: true, autoFocus: true }}
          value={text}
          onChange={setText}
        />
      ) : (
        <p className={styles.words}>
          {file.name}: {plural(file.ids.length, 'distinct id')}
        </p>
      )}
      <FileChoice file={file} onFile={setFile} />
      {add.isPending && <ProgressBar label={`Adding ${count}`} done={adding?.sent ?? 0} total={ids.length} />}
      {adding && !add.isPending && (
        <p role="status" className={styles.told}>
          {plural(adding.added, 'person')} added. {tellUnknown(adding.unknown)}
        </p>
      )}
      <ProblemLine error={add.error} />
    </Dialog>
  );
}

/** Sends ids and says how far that is. */
function useAdding(cohort: Cohort, ids: readonly string[], onAdded: () => void) {
  const project = useProject();
  const client = useQueryClient();
  const [adding, setAdding] = useState<Adding | null>(null);
  const add = useMutation({
    mutationFn: () => addAllMembers(project.id, cohort.id, ids, setAdding),
    onMutate: () => setAdding(null),
    onSuccess: onAdded,
    // Of what was cut off a part is done.
    onSettled: () => client.invalidateQueries({ queryKey: ['project', project.id, 'cohorts'] }),
  });
  return { add, adding };
}

/** A file instead of what is written. */
function FileChoice(props: {
  readonly file: ReadFile | null;
  readonly onFile: (file: ReadFile | null) => void;
}): ReactElement {
  const { file, onFile } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    try {
      onFile(await readFile(chosen));
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className={styles.file}>
      {file === null ? (
        <FileTrigger
          acceptedFileTypes={['.csv', '.json', '.txt']}
          onSelect={(files) => void choose(files?.[0])}
        >
          <Button icon="upload">Choose a file</Button>
        </FileTrigger>
      ) : (
        <Button onPress={() => onFile(null)}>Write them instead</Button>
      )}
      <span className={styles.words}>
        A CSV with a column <code>distinct_id</code>, a JSON list, or one a line.
      </span>
      {problem && (
        <p role="alert" className={styles.error}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** @throws Error with a sentence for the user */
async function readFile(file: File): Promise<ReadFile> {
  if (file.size > MOST_FILE_BYTES)
    throw new Error(
      `${file.name} has ${formatBytes(file.size)}; at most ${formatBytes(MOST_FILE_BYTES)} are read.`,
    );
  return { name: file.name, ids: idsOfFile(await file.text()) };
}

/** The ids of a text, each once. */
const idsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

function tellUnknown(ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const told = ids.slice(0, MOST_TOLD).join(', ');
  const more = ids.length > MOST_TOLD ? ` and ${formatCount(ids.length - MOST_TOLD)} more` : '';
  return `Nobody has ${told}${more}.`;
}
