import type { ReactElement, ReactNode } from 'react';
import { ACCEPT_FIRST, AcceptBreaking } from '../parts/accept-breaking.tsx';
import { Button } from '../parts/button.tsx';
import { PageBody, PageHead, Pane } from '../parts/page.tsx';
import { Notice, ProblemLine } from '../parts/states.tsx';
import { TextField } from '../parts/text-field.tsx';
import { ConflictSheet } from '../workbench/conflict-sheet.tsx';
import { DraftOffer } from '../workbench/draft-offer.tsx';
import styles from './definition.module.css';
import type { Definition, StoredDefinition } from './use-definition.ts';
import { WithSide } from './with-side.tsx';

interface Named {
  readonly name: string;
  readonly description: string;
}

export interface DefinitionPageProps<Body extends Named> {
  /** "action", "cohort" */
  readonly noun: string;
  readonly title: string;
  readonly beside?: ReactNode;
  readonly apiCall: string;
  readonly definition: Definition<Body>;
  /** As it is stored, with who wrote it; null for a new one. */
  readonly stored: (StoredDefinition<Body> & { readonly by: string; readonly at: string }) | null;
  /** Why the key may not change it. */
  readonly refusal: string | null;
  /** Parts of the form below name and description. */
  readonly children: ReactNode;
  /** Beside the form: who uses it, facts. */
  readonly side?: ReactNode;
}

/** The page of an action or a cohort: its form, what is unsaved, and what stands beside it. */
export function DefinitionPage<Body extends Named>(props: DefinitionPageProps<Body>): ReactElement {
  const { noun, definition, refusal, stored } = props;
  const unchanged = definition.isNew || definition.isChanged ? null : 'Nothing is changed';
  const isBreaking = definition.problem?.code === 'breaking_change' && !definition.isAccepted;
  const unnamed = definition.body.name.trim() === '' ? `Give the ${noun} a name` : null;
  return (
    <>
      <PageHead
        title={props.title}
        beside={props.beside}
        apiCall={props.apiCall}
        controls={
          <>
            {definition.isChanged && <Button onPress={definition.discard}>Discard</Button>}
            <Button
              tone="primary"
              isPending={definition.isSaving}
              unavailable={refusal ?? unchanged ?? unnamed ?? (isBreaking ? ACCEPT_FIRST : null)}
              onPress={definition.save}
            >
              {definition.isNew ? `Create ${noun}` : 'Save'}
            </Button>
          </>
        }
      />
      <PageBody>
        {refusal && <Notice>{refusal}.</Notice>}
        <Offer definition={definition} stored={stored} />
        <WithSide side={props.side}>
          <Refusal definition={definition} />
          <AboutPane noun={noun} definition={definition} isDisabled={refusal !== null} />
          {props.children}
        </WithSide>
      </PageBody>
      {definition.isConflict && stored && (
        <ConflictSheet
          by={stored.by}
          at={stored.at}
          theirs={textOf(stored.body)}
          mine={textOf(definition.body)}
          language="json"
          onKeepMine={definition.keepMine}
          onTakeTheirs={definition.discard}
          onClose={definition.forget}
        />
      )}
    </>
  );
}

const textOf = (body: object) => JSON.stringify(body, null, 2);

function AboutPane<Body extends Named>(props: {
  readonly noun: string;
  readonly definition: Definition<Body>;
  readonly isDisabled: boolean;
}): ReactElement {
  const { noun, definition, isDisabled } = props;
  const { body, problem, take } = definition;
  const errorOf = (member: string) => (problem?.attr === member ? problem.message : null);
  const nameTaken = problem?.code === 'name_taken' ? problem.message : null;
  return (
    <Pane title="About" className={styles.pane}>
      <div className={styles.fields}>
        <TextField
          label="Name"
          value={body.name}
          onChange={(name) => take({ ...body, name })}
          isDisabled={isDisabled}
          autoFocus={definition.isNew}
          error={errorOf('name') ?? nameTaken}
          help={`What queries show; unique among the ${noun}s of the project`}
        />
        <TextField
          label="Description"
          value={body.description}
          onChange={(description) => take({ ...body, description })}
          isDisabled={isDisabled}
          error={errorOf('description')}
          help="What it stands for, for readers"
        />
      </div>
    </Pane>
  );
}

/** What the service refused that no field shows, and the way on where callers would lose something. */
function Refusal<Body extends Named>({
  definition,
}: {
  readonly definition: Definition<Body>;
}): ReactElement | null {
  const { problem, isAccepted, setAccepted } = definition;
  if (problem === null || definition.isConflict) return null;
  return (
    <div className={styles.refusal}>
      <ProblemLine error={problem} />
      {problem.code === 'breaking_change' && (
        <AcceptBreaking isAccepted={isAccepted} onChange={setAccepted} />
      )}
    </div>
  );
}

function Offer<Body extends Named>({
  definition,
  stored,
}: {
  readonly definition: Definition<Body>;
  readonly stored: StoredDefinition<Body> | null;
}): ReactElement | null {
  const { found, answerOffer } = definition;
  if (found === null || stored === null) return null;
  return (
    <DraftOffer
      at={found.at}
      isOlder={found.revision !== stored.revision}
      stored={textOf(stored.body)}
      draft={textOf(found.value)}
      language="json"
      onContinue={() => answerOffer(found.value)}
      onDiscard={() => answerOffer(null)}
    />
  );
}
