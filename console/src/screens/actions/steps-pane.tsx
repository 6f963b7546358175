import type { ReactElement } from 'react';
import type { ActionBody, ActionStep } from '../../data/actions.ts';
import type { Definition } from '../../definition/use-definition.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Pane } from '../../parts/page.tsx';
import styles from './actions.module.css';
import { StepForm } from './step-form.tsx';

/** The most steps that the service takes. */
const MOST_STEPS = 100;

/** Steps of an action: an event matches when it meets any of them. */
export function StepsPane(props: {
  readonly definition: Definition<ActionBody>;
  readonly isDisabled: boolean;
}): ReactElement {
  const { definition, isDisabled } = props;
  const { body, problem, take } = definition;
  const set = (steps: ActionStep[]) => take({ ...body, steps });
  const { steps } = body;
  return (
    <Pane
      title="Matches an event that meets"
      controls={<span className={styles.hint}>{howMany(steps.length)}</span>}
    >
      {steps.length === 0 && (
        <p className={styles.none}>Without steps the action matches every event of the project.</p>
      )}
      <ol className={styles.steps}>
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place; two may be alike
          <li key={at} aria-label={`Step ${at + 1}`}>
            <header className={styles.stepHead}>
              <b>{at === 0 ? 'Step 1' : `or step ${at + 1}`}</b>
              <IconButton
                label={`Remove step ${at + 1}`}
                icon="cross"
                size="small"
                unavailable={isDisabled ? 'Your key may not change actions' : null}
                onPress={() => set(steps.toSpliced(at, 1))}
              />
            </header>
            <StepForm
              step={step}
              isDisabled={isDisabled}
              problem={problem}
              path={`steps.${at}`}
              onStep={(next) => set(steps.with(at, next))}
            />
          </li>
        ))}
      </ol>
      {!isDisabled && steps.length < MOST_STEPS && (
        <div className={styles.foot}>
          <Button size="small" icon="plus" onPress={() => set([...steps, {}])}>
            Step
          </Button>
        </div>
      )}
    </Pane>
  );
}

const howMany = (steps: number) =>
  steps === 0 ? 'nothing in particular' : steps === 1 ? 'this step' : `any of ${steps} steps`;
