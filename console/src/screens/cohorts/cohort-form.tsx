import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { type Cohort, type CohortBody, changeCohort, createCohort } from '../../data/cohorts.ts';
import { useProject } from '../../data/projects.ts';
import { DefinitionPage } from '../../definition/definition-page.tsx';
import { FactsPane } from '../../definition/facts-pane.tsx';
import { type Definition, useDefinition } from '../../definition/use-definition.ts';
import { useUsers } from '../../definition/use-users.ts';
import { UsersPane } from '../../definition/users-pane.tsx';
import { Badge } from '../../parts/badge.tsx';
import { RadioGroup } from '../../parts/choose.tsx';
import { Pane } from '../../parts/page.tsx';
import { sayToast } from '../../parts/toasts.tsx';
import { useRefusal } from '../../session/permission.ts';
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

const bodyOf = ({ name, description, is_static, filters }: Cohort): CohortBody => ({
  name,
  description,
  is_static,
  filters,
});

/** The form of a cohort, stored or new. */
export function CohortForm(props: {
  readonly stored: Cohort | null;
  /** What a new one begins with. */
  readonly first?: CohortBody;
}): ReactElement {
  const { stored, first = NOBODY } = props;
  const project = useProject();
  const refusal = useRefusal('endpoint:write');
  const definition = useCohortForm(stored, first);
  useKeys({ 'mod+s': () => refusal === null && definition.isChanged && definition.save() });
  const page = {
    noun: 'cohort',
    definition,
    refusal,
    apiCall: `/api/projects/${project.id}/cohorts${stored === null ? '' : `/${stored.id}`}`,
  };
  const conditions = !definition.body.is_static && (
    <ConditionsPane definition={definition} isDisabled={refusal !== null} ownId={stored?.id ?? null} />
  );
  if (stored === null)
    return (
      <DefinitionPage {...page} title="New cohort" stored={null}>
        <KindPane definition={definition} />
        {conditions}
      </DefinitionPage>
    );
  return (
    <DefinitionPage
      {...page}
      title={stored.name}
      beside={<Badge>cohort {stored.id}</Badge>}
      stored={{
        body: bodyOf(stored),
        revision: stored.revision,
        by: stored.created_by.label,
        at: stored.updated_at,
      }}
      side={<Beside cohort={stored} refusal={refusal} />}
    >
      {conditions}
      <MembersPane cohort={stored} refusal={refusal} />
    </DefinitionPage>
  );
}

function useCohortForm(stored: Cohort | null, first: CohortBody): Definition<CohortBody> {
  const project = useProject();
  const navigate = useNavigate();
  const draft = first === NOBODY ? 'new' : `copy:${first.name}`;
  return useDefinition<CohortBody>({
    subject: `${project.id}:cohort:${stored?.id ?? draft}`,
    first,
    stored: stored === null ? null : { body: bodyOf(stored), revision: stored.revision },
    create: (body) => createCohort(project.id, body),
    change: (change, options) => changeCohort(project.id, stored?.id ?? 0, change, options),
    changes: [['project', project.id, 'cohorts']],
    onWritten: ({ id, name, warnings }) => {
      const others = warnings?.length ? `; ${warnings.length} endpoints answer otherwise` : '';
      sayToast(stored === null ? `${name} is created` : `${name} is saved${others}`);
      if (stored === null) void navigate({ to: `/${project.id}/cohorts/${id}` as never });
    },
  });
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

function Beside({
  cohort,
  refusal,
}: {
  readonly cohort: Cohort;
  readonly refusal: string | null;
}): ReactElement {
  const project = useProject();
  const navigate = useNavigate();
  const findUsers = useUsers();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <UsersPane users={findUsers === null ? null : findUsers('cohorts', cohort)} />
      <FactsPane
        noun="cohort"
        facts={cohort}
        sql={`person_id IN COHORT ${cohort.id}`}
        refusal={refusal}
        onDelete={() => setDeleting(true)}
      />
      {isDeleting && (
        <DeleteCohort
          cohort={cohort}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: `/${project.id}/cohorts` as never })}
        />
      )}
    </>
  );
}
