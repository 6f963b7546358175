import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { ApiProblem } from '../../api/problem.ts';
import type { ActionStep } from '../../data/actions.ts';
import { eventsQuery } from '../../data/names.ts';
import { useProject } from '../../data/projects.ts';
import { FilterList } from '../../insight/filter-list.tsx';
import { withMember } from '../../insight/insight-query.ts';
import { filterWords } from '../../insight/sentence.ts';
import { Button } from '../../parts/button.tsx';
import { ComboBox } from '../../parts/combo-box.tsx';
import { formatCount } from '../../parts/format.ts';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import styles from './actions.module.css';

/** Events of clicks and inputs, which alone know their elements. */
const OF_ELEMENTS = '$autocapture';

/** Members that name an element. */
const ELEMENT_MEMBERS = ['selector', 'tag_name', 'text', 'text_matching', 'href', 'href_matching'] as const;

const MATCHINGS = [
  { value: 'contains', label: 'contains' },
  { value: 'exact', label: 'is' },
  { value: 'regex', label: 'matches' },
] as const;

export interface StepFormProps {
  readonly step: ActionStep;
  readonly isDisabled: boolean;
  /** What the service refused, for the field that it is about. */
  readonly problem: ApiProblem | null;
  /** Path of the step in the body: `steps.0`. */
  readonly path: string;
  readonly onStep: (step: ActionStep) => void;
}

/** The conditions of one step, all of which an event must meet. */
export function StepForm(props: StepFormProps): ReactElement {
  const { step, isDisabled, problem, path, onStep } = props;
  const project = useProject();
  const hasElement = step.event === OF_ELEMENTS || ELEMENT_MEMBERS.some((name) => step[name] !== undefined);
  const own = problem?.attr === path || problem?.attr?.startsWith(`${path}.properties`) === true;
  return (
    <div className={styles.step}>
      <div className={styles.line}>
        <EventField {...props} />
        <MatchedField {...props} member="url" label="URL" usual="contains" placeholder="/pricing" />
      </div>
      {hasElement && <ElementFields {...props} />}
      {isDisabled ? (
        <FilterWords step={step} />
      ) : (
        <div className={styles.more}>
          <FilterList
            projectId={project.id}
            isList
            value={step.properties}
            onValue={(value) => onStep(withMember(step, ['properties'], value))}
          />
          {!hasElement && (
            <Button
              size="small"
              tone="quiet"
              icon="plus"
              onPress={() => onStep({ ...step, event: OF_ELEMENTS, tag_name: 'button' })}
            >
              Clicked element
            </Button>
          )}
        </div>
      )}
      {own && (
        <p role="alert" className={styles.error}>
          {problem?.message}
        </p>
      )}
    </div>
  );
}

function EventField({ step, isDisabled, problem, path, onStep }: StepFormProps): ReactElement {
  const project = useProject();
  const { data } = useQuery(eventsQuery(project.id));
  const known = data?.names ?? [];
  const choices = known.map(({ name, volume }) => ({ value: name, label: name, after: formatCount(volume) }));
  if (isDisabled)
    return (
      <TextField label="Event" value={step.event ?? 'any event'} onChange={() => undefined} isDisabled />
    );
  return (
    <ComboBox
      label="Event"
      allowsOther
      choices={choices}
      value={step.event ?? ''}
      placeholder="any event"
      onChange={(event) => onStep(withMember(step, ['event'], event === '' ? undefined : event))}
      error={problem?.attr === `${path}.event` ? problem.message : null}
    />
  );
}

/** The filters of a step for keys that may not change them. */
function FilterWords({ step }: { readonly step: ActionStep }): ReactElement | null {
  if (!step.properties?.length) return null;
  const words = step.properties.map((filter) => filterWords(filter as Readonly<Record<string, unknown>>));
  return <p className={styles.hint}>where {words.join(' and ')}</p>;
}

/** Conditions on the element that was clicked, or on one around it. */
function ElementFields(props: StepFormProps): ReactElement {
  return (
    <div className={styles.elements}>
      <PlainField {...props} member="selector" label="CSS selector" placeholder="nav > a.primary" />
      <PlainField {...props} member="tag_name" label="Tag" placeholder="button" />
      <MatchedField {...props} member="text" label="Text" usual="exact" placeholder="Sign up" />
      <MatchedField {...props} member="href" label="Link" usual="exact" placeholder="/signup" />
    </div>
  );
}

function PlainField(
  props: StepFormProps & {
    readonly member: 'selector' | 'tag_name';
    readonly label: string;
    readonly placeholder: string;
  },
): ReactElement {
  const { step, isDisabled, problem, path, onStep, member, label, placeholder } = props;
  return (
    <TextField
      label={label}
      isCode
      placeholder={placeholder}
      value={step[member] ?? ''}
      isDisabled={isDisabled}
      onChange={(text) => onStep(withMember(step, [member], text === '' ? undefined : text))}
      error={problem?.attr === `${path}.${member}` ? problem.message : null}
    />
  );
}

/** A text with how it is compared; without the text nothing is compared. */
function MatchedField(
  props: StepFormProps & {
    readonly member: 'url' | 'text' | 'href';
    readonly label: string;
    /** How it is compared when nothing says so. */
    readonly usual: 'contains' | 'exact';
    readonly placeholder: string;
  },
): ReactElement {
  const { step, isDisabled, problem, path, onStep, member, label, usual, placeholder } = props;
  const matching = `${member}_matching` as const;
  const write = (text: string) => {
    const next = withMember(step, [member], text === '' ? undefined : text);
    onStep(text === '' ? withMember(next, [matching], undefined) : next);
  };
  const refused = problem?.attr === `${path}.${member}` || problem?.attr === `${path}.${matching}`;
  return (
    <div className={styles.matched}>
      <Select
        label={`How the ${label.toLowerCase()} is compared`}
        hidesLabel
        choices={MATCHINGS}
        value={step[matching] ?? usual}
        isDisabled={isDisabled || step[member] === undefined}
        onChange={(value) => onStep({ ...step, [matching]: value })}
      />
      <TextField
        label={label}
        isCode
        placeholder={placeholder}
        value={step[member] ?? ''}
        isDisabled={isDisabled}
        onChange={write}
        error={refused ? problem?.message : null}
      />
    </div>
  );
}
