import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { QueryChange } from '../data/ad-hoc.ts';
import { endpointQuery } from '../data/endpoints.ts';
import type { ShownEndpoint } from '../data/shapes.ts';
import { Button } from '../parts/button.tsx';
import { sayToast } from '../parts/toasts.tsx';
import { useDraft } from '../parts/use-draft.ts';
import { useRefusal } from '../session/permission.ts';
import { ConflictSheet } from './conflict-sheet.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { type SavedDraft, SaveSheet } from './save-sheet.tsx';
import styles from './workbench.module.css';

interface EndpointDraftProps<Draft> {
  readonly projectId: number;
  readonly endpoint: ShownEndpoint;
  /** The draft that is stored: what the editor begins with. */
  readonly stored: Draft;
  /** What is saved of a draft, only members that differ. */
  readonly savedOf: (draft: Draft) => SavedDraft;
  /** A draft as a text to compare. */
  readonly textOf: (draft: Draft) => string;
  readonly language: 'sql' | 'json';
  readonly isChanged: (draft: Draft, from: Draft) => boolean;
  /** What the editor goes on with when somebody else saved and nothing was changed here. */
  readonly followed: (stored: Draft, draft: Draft) => Draft;
  /** What saving would change; null when it is not known yet. */
  readonly change: QueryChange | null;
  readonly children: (draft: Draft, setDraft: (draft: Draft) => void, save: () => void) => ReactNode;
}

/**
 * Work on the query of an endpoint that is not saved yet: kept in this browser, offered again, saved with what it changes
 * shown before, and compared with what somebody else saved meanwhile. As long as nothing is changed it follows what is
 * stored.
 */
export function EndpointDraft<Draft>(props: EndpointDraftProps<Draft>) {
  const { stored, isChanged, children } = props;
  const work = useEndpointDraft(props);
  const { draft, found } = work;
  return (
    <div className={styles['whole']}>
      {found !== null && (
        <DraftOffer
          at={found.at}
          isOlder={found.revision !== props.endpoint.revision}
          stored={props.textOf(stored)}
          draft={props.textOf(found.value)}
          language={props.language}
          onContinue={() => work.answerOffer(found.value)}
          onDiscard={() => work.answerOffer(null)}
        />
      )}
      {found === null && isChanged(draft, stored) && (
        <DraftBar refusal={work.refusal} onDiscard={() => work.discard()} onSave={work.save} />
      )}
      <DraftSheets {...props} work={work} />
      {children(draft, work.take, work.save)}
    </div>
  );
}

function useEndpointDraft<Draft>(props: EndpointDraftProps<Draft>) {
  const { projectId, endpoint, stored, isChanged, followed } = props;
  const kept = useDraft<Draft>(`${projectId}:endpoint:${endpoint.name}:query`);
  const [draft, setDraft] = useState(stored);
  const [began, setBegan] = useState({ stored, revision: endpoint.revision });
  const [sheet, setSheet] = useState<'none' | 'save' | 'conflict'>('none');
  const [isOffered, setOffered] = useState(kept.found !== null && isChanged(kept.found.value, stored));
  const refusal = useRefusal('endpoint:write');
  const begin = () => setBegan({ stored, revision: endpoint.revision });
  if (began.revision !== endpoint.revision) {
    const isUntouched = !isChanged(draft, began.stored);
    const isSettled = !isChanged(stored, began.stored) || !isChanged(draft, stored);
    if (isUntouched && isChanged(draft, stored)) setDraft(followed(stored, draft));
    if (isUntouched || isSettled) begin();
  }
  return {
    draft,
    /** The revision that the draft goes over when it is saved. */
    revision: began.revision,
    sheet,
    setSheet,
    refusal,
    found: isOffered ? kept.found : null,
    answerOffer: (next: Draft | null) => {
      setOffered(false);
      if (next === null) kept.discard();
      else setDraft(next);
    },
    take: (next: Draft) => {
      setDraft(next);
      if (isChanged(next, stored)) kept.keep(next, began.revision);
      else kept.discard();
    },
    discard: () => {
      kept.discard();
      setDraft(stored);
      begin();
      setSheet('none');
    },
    forget: () => {
      kept.discard();
      setSheet('none');
    },
    save: () => {
      if (refusal === null && isChanged(draft, stored)) setSheet('save');
    },
    keepMine: () => {
      begin();
      setSheet('save');
    },
  };
}

interface DraftBarProps {
  readonly refusal: string | null;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
}

function DraftBar({ refusal, onDiscard, onSave }: DraftBarProps) {
  return (
    <div className={styles['bar']}>
      <span>Draft, not saved</span>
      <Button size="small" onPress={onDiscard}>
        Discard
      </Button>
      <Button size="small" tone="primary" keys="⌘S" unavailable={refusal} onPress={onSave}>
        Save
      </Button>
    </div>
  );
}

type DraftSheetsProps<Draft> = EndpointDraftProps<Draft> & {
  readonly work: ReturnType<typeof useEndpointDraft<Draft>>;
};

function DraftSheets<Draft>({
  projectId,
  endpoint,
  stored,
  savedOf,
  textOf,
  language,
  change,
  work,
}: DraftSheetsProps<Draft>) {
  const queries = useQueryClient();
  const close = () => work.setSheet('none');
  if (work.sheet === 'save') {
    return (
      <SaveSheet
        projectId={projectId}
        name={endpoint.name}
        revision={work.revision}
        version={endpoint.current_version}
        draft={savedOf(work.draft)}
        change={change}
        isMaterialized={endpoint.is_materialized}
        onClose={close}
        onSaved={() => {
          work.forget();
          sayToast(`${endpoint.name} is saved`);
        }}
        onConflict={() => {
          void queries.invalidateQueries({ queryKey: endpointQuery(projectId, endpoint.name).queryKey });
          work.setSheet('conflict');
        }}
      />
    );
  }
  if (work.sheet !== 'conflict') return null;
  return (
    <ConflictSheet
      by={authorOf(endpoint)}
      at={endpoint.updated_at}
      theirs={textOf(stored)}
      mine={textOf(work.draft)}
      language={language}
      onKeepMine={work.keepMine}
      onTakeTheirs={work.discard}
      onClose={close}
    />
  );
}

/** Who made the version that is current. */
function authorOf({ created_by: by }: ShownEndpoint): string {
  const { label } = (by ?? {}) as { readonly label?: string };
  return label ?? 'somebody else';
}
