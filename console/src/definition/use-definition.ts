import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asProblem } from '../api/problem.ts';
import type { WriteOptions } from '../data/shapes.ts';
import { useDraft } from '../parts/use-draft.ts';

/** A definition as it is stored. */
export interface StoredDefinition<Body> {
  readonly body: Body;
  readonly revision: number;
}

/** What is known of a definition after it was written. */
export interface Written {
  readonly id: number;
  readonly name: string;
  readonly revision: number;
  readonly warnings?: readonly unknown[];
}

export interface DefinitionOptions<Body extends object> {
  /** Names the draft in this browser: `1:action:3`, `1:action:new`. */
  readonly subject: string;
  /** What a new one begins with. */
  readonly first: Body;
  /** Null for a new one. */
  readonly stored: StoredDefinition<Body> | null;
  readonly create: (body: Body) => Promise<Written>;
  readonly change: (change: Partial<Body>, options: WriteOptions) => Promise<Written>;
  /** Lists and objects that are read again then. */
  readonly changes: readonly QueryKey[];
  readonly onWritten: (written: Written) => void;
}

/** A definition that is being written: what `useDefinition` answers. */
export type Definition<Body extends object> = ReturnType<typeof useDefinition<Body>>;

/**
 * The form of a definition. It begins anew with each revision as long as nothing is typed; what is typed stays, is kept
 * as a draft, and is saved only over the revision that it began with. A change that takes something from callers is
 * refused first and has to be accepted.
 */
export function useDefinition<Body extends object>(options: DefinitionOptions<Body>) {
  const { subject, first, stored } = options;
  const kept = useDraft<Body>(subject);
  const [began, setBegan] = useState(stored);
  const [body, setBody] = useState<Body>(stored?.body ?? kept.found?.value ?? first);
  const change = changedMembers(began?.body ?? first, body);
  const isChanged = Object.keys(change).length > 0;
  const begin = (from: StoredDefinition<Body> | null) => {
    setBegan(from);
    setBody(from?.body ?? first);
  };
  if (stored !== null && began?.revision !== stored.revision && !isChanged) begin(stored);
  const writing = useWriting(options, { body, change, began }, ({ revision }) => {
    kept.discard();
    setBegan({ body, revision });
  });
  const offer = useOffer(stored, kept.found?.value ?? null);
  return {
    body,
    isNew: stored === null,
    isChanged,
    ...writing,
    found: offer.isOpen ? kept.found : null,
    /** Somebody else saved first, and what they saved is known. */
    isConflict: writing.problem?.code === 'precondition_failed' && began?.revision !== stored?.revision,
    answerOffer: (next: Body | null) => {
      offer.close();
      if (next === null) kept.discard();
      else setBody(next);
    },
    take: (next: Body) => {
      setBody(next);
      kept.keep(next, began?.revision ?? null);
    },
    discard: () => {
      kept.discard();
      writing.forget();
      begin(stored);
    },
    /** What is typed stays, and is saved over what somebody else has saved meanwhile. */
    keepMine: () => {
      setBegan(stored);
      writing.forget();
    },
  };
}

interface Work<Body> {
  readonly body: Body;
  readonly change: Partial<Body>;
  readonly began: StoredDefinition<Body> | null;
}

function useWriting<Body extends object>(
  options: DefinitionOptions<Body>,
  { body, change, began }: Work<Body>,
  onSaved: (written: Written) => void,
) {
  const client = useQueryClient();
  const [isAccepted, setAccepted] = useState(false);
  const refresh = () =>
    Promise.all(options.changes.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })));
  const save = useMutation({
    mutationFn: () =>
      began === null
        ? options.create(body)
        : options.change(change, { revision: began.revision, allowsBreaking: isAccepted }),
    onSuccess: async (written) => {
      onSaved(written);
      setAccepted(false);
      await refresh();
      options.onWritten(written);
    },
    onError: refresh,
  });
  const problem = save.error === null ? null : asProblem(save.error);
  return {
    save: () => save.mutate(),
    isSaving: save.isPending,
    problem,
    isAccepted,
    setAccepted,
    forget: () => {
      setAccepted(false);
      save.reset();
    },
  };
}

/** Work of an earlier visit is offered once, unless it is what is stored. */
function useOffer<Body extends object>(stored: StoredDefinition<Body> | null, found: Body | null) {
  const [isOpen, setOpen] = useState(
    stored !== null && found !== null && Object.keys(changedMembers(stored.body, found)).length > 0,
  );
  return { isOpen, close: () => setOpen(false) };
}

/** The members of `next` that differ from `before`, whole. */
function changedMembers<Body extends object>(before: Body, next: Body): Partial<Body> {
  const entries = Object.entries(next).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[name]),
  );
  return Object.fromEntries(entries) as Partial<Body>;
}
