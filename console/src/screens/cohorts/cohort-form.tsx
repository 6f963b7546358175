import type { ReactElement } from 'react';
import { type Cohort, type CohortBody, changeCohort, createCohort } from '../../data/cohorts.ts';
import { DefinitionPage } from '../../definition/definition-page.tsx';
import { DefinitionSide } from '../../definition/definition-side.tsx';
import type { Definition } from '../../definition/use-definition.ts';
import { type DefinitionKind, useDefinitionForm } from '../../definition/use-definition-form.ts';
import { Badge } from '../../parts/badge.tsx';
import { RadioGroup } from '../../parts/choose.tsx';
import { Pane } from '../../parts/page.tsx';
import { useKeys } from '../../shell/single-keys.ts';
import { NO_CONDITION } from './cohort-conditions.ts';
import styles from './cohorts.module.css';
import { ConditionsPane } from './conditions-pane.tsx';
import { DeleteCohort } from './delete-cohort.tsx';
import { MembersPane } from './members-pane.tsx';

const NOBODY: CohortBody = {
  name: '',
  description: '',
  is_static: false,
  filters: { properties: NO_CONDITION },
};

const KINDS = [
  { value: 'dynamic', label: 'Who meets conditions', help: 'Found out anew when a query runs' },
  { value: 'static', label: 'A list', help: 'Persons that you put there and nobody else' },
] as const;

const COHORT: DefinitionKind<CohortBody, Cohort> = {
  noun: 'cohort',
  blank: NOBODY,
  bodyOf: ({ name, description, is_static, filters }) => ({ name, description, is_static, filters }),
  create: createCohort,
  change: changeCohort,
};

/** The form of a cohort, stored or new. */
export function CohortForm(props: {
  readonly stored: Cohort | null;
  /** What a new one begins with. */
  readonly first?: CohortBody;
}): ReactElement {
  const { stored, first = NOBODY } = props;
  const page = useDefinitionForm(COHORT, stored, first);
  const { definition, refusal } = page;
  useKeys({ 'mod+s': () => refusal === null && definition.isChanged && definition.save() });
  const conditions = !definition.body.is_static && (
    <ConditionsPane definition={definition} isDisabled={refusal !== null} ownId={stored?.id ?? null} />
  );
  if (stored === null)
    return (
      <DefinitionPage {...page} title="New cohort">
        <KindPane definition={definition} />
        {conditions}
      </DefinitionPage>
    );
  return (
    <DefinitionPage
      {...page}
      title={stored.name}
      beside={<Badge>cohort {stored.id}</Badge>}
      side={
        <DefinitionSide
          noun="cohort"
          stored={stored}
          sql={`person_id IN COHORT ${stored.id}`}
          refusal={refusal}
          deletion={(ends) => <DeleteCohort cohort={stored} {...ends} />}
        />
      }
    >
      {conditions}
      <MembersPane cohort={stored} refusal={refusal} />
    </DefinitionPage>
  );
}

/** Whether it is a list; a cohort stays what it was made as. */
function KindPane({ definition }: { readonly definition: Definition<CohortBody> }): ReactElement {
  const { body, take } = definition;
  return (
    <Pane title="Kind of cohort">
      <div className={styles.kinds}>
        <RadioGroup
          label="Kind of cohort"
          hidesLabel
          choices={KINDS}
          value={body.is_static ? 'static' : 'dynamic'}
          onChange={(kind) => {
            const is_static = kind === 'static';
            take({ ...body, is_static, filters: is_static ? null : { properties: NO_CONDITION } });
          }}
        />
      </div>
    </Pane>
  );
}
