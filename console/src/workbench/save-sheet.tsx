import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, asProblem } from '../api/problem.ts';
import type { QueryChange } from '../data/ad-hoc.ts';
import { changeEndpoint, createEndpoint } from '../data/endpoints.ts';
import { ACCEPT_FIRST, AcceptBreaking } from '../parts/accept-breaking.tsx';
import { AskDialog } from '../parts/dialog.tsx';
import { ProblemLine } from '../parts/states.tsx';
import { TextField } from '../parts/text-field.tsx';
import styles from './workbench.module.css';

/** What is saved: a query with the declarations of its variables. */
export interface SavedDraft {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, unknown>>;
}

interface NewEndpointSheetProps {
  readonly projectId: number;
  readonly draft: SavedDraft;
  /** A name that nobody has. */
  readonly proposed: string;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onSaved: (name: string) => void;
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,127}$/;

/** Asks for the name of a new endpoint, says at once whether it can be had, and creates it. */
export function NewEndpointSheet({
  projectId,
  draft,
  proposed,
  taken,
  onClose,
  onSaved,
}: NewEndpointSheetProps) {
  const [name, setName] = useState(proposed);
  const [description, setDescription] = useState('');
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => createEndpoint(projectId, { name, description, ...draft } as never),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['project', projectId, 'endpoints'] });
      onSaved(name);
    },
  });
  const wrong = nameProblem(name, taken);
  return (
    <AskDialog
      title="Save as endpoint"
      verb="Create endpoint"
      onClose={onClose}
      onAct={() => save.mutate()}
      isPending={save.isPending}
      unavailable={wrong}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        isCode
        autoFocus
        error={wrong}
        help={`POST …/endpoints/${name}/run`}
      />
      <TextField
        label="Description"
        value={description}
        onChange={setDescription}
        placeholder="What callers get, in a sentence"
      />
      <ProblemLine error={save.error} />
    </AskDialog>
  );
}

/** Why a name cannot be had; null when it can. */
function nameProblem(name: string, taken: readonly string[]): string | null {
  if (!NAME.test(name)) return 'A name begins with a letter and has up to 128 letters, digits, - and _.';
  return taken.includes(name) ? 'There is an endpoint of this name already.' : null;
}

interface SaveSheetProps {
  readonly projectId: number;
  readonly name: string;
  /** The revision and the version that the draft began with. */
  readonly revision: number;
  readonly version: number;
  readonly draft: SavedDraft;
  /** What saving would change; null when it is not known. */
  readonly change: QueryChange | null;
  readonly isMaterialized: boolean;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  /** Somebody else changed the endpoint since: shows both. */
  readonly onConflict: () => void;
}

/** Says what saving a draft changes and what breaks, and saves it. What breaks callers is confirmed apart. */
export function SaveSheet(props: SaveSheetProps) {
  const { projectId, name, revision, version, draft, change, onClose } = props;
  const [isAccepted, setAccepted] = useState(false);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      changeEndpoint(projectId, name, draft as never, { revision, allowsBreaking: isAccepted }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['project', projectId, 'endpoints'] });
      props.onSaved();
    },
    onError: (error) => asProblem(error).code === 'precondition_failed' && props.onConflict(),
  });
  const isRefused = save.error instanceof ApiProblem && save.error.code === 'breaking_change';
  const isBreaking =
    isRefused || (change !== null && change.columns.removed.length + change.columns.retyped.length > 0);
  return (
    <AskDialog
      title={`Save ${name}`}
      verb={change?.creates_version === false ? 'Save' : `Save version ${version + 1}`}
      tone={isBreaking ? 'danger' : 'primary'}
      onClose={onClose}
      onAct={() => save.mutate()}
      isPending={save.isPending}
      unavailable={isBreaking && !isAccepted ? ACCEPT_FIRST : null}
    >
      <ChangeWords {...props} />
      {isBreaking && <AcceptBreaking isAccepted={isAccepted} onChange={setAccepted} />}
      <ProblemLine error={save.error} />
    </AskDialog>
  );
}

function ChangeWords({ change, version, isMaterialized }: SaveSheetProps) {
  if (change === null)
    return <p>This writes version {version + 1} when the query means something else than now.</p>;
  const { added, removed, retyped } = change.columns;
  return (
    <>
      <p>
        {change.creates_version
          ? `Creates version ${version + 1}.`
          : 'No new version: the query means the same as now.'}
      </p>
      <ul className={styles['changes']}>
        {added.length > 0 && <li>Columns added: {added.join(', ')}</li>}
        {removed.length > 0 && <li>Columns removed: {removed.join(', ')}</li>}
        {retyped.map((column) => (
          <li key={column.name}>
            {column.name} becomes {column.to}, was {column.from}
          </li>
        ))}
        {isMaterialized && change.creates_version && !change.stops_materialization && (
          <li>Version {version + 1} runs directly until its first build has ended.</li>
        )}
        {change.stops_materialization && (
          <li>It cannot be materialized: switch materialization off first.</li>
        )}
      </ul>
    </>
  );
}
