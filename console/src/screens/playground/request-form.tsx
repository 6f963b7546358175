import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { versionsQuery } from '../../data/endpoints.ts';
import { useProject } from '../../data/projects.ts';
import type { QueryVariable } from '../../data/runs.ts';
import { Checkbox, RadioGroup } from '../../parts/choose.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { FilterFields } from './filter-fields.tsx';
import type { FormPart } from './form-part.ts';
import { OverrideFields } from './override-fields.tsx';
import { formatsOf, isSql, memberOf, objectOf, withMember } from './play-request.ts';
import styles from './playground.module.css';
import { VariableField } from './variable-field.tsx';

const REFRESHES = [
  { value: 'blocking', label: 'blocking', help: 'An answer that is young enough, else compute and wait' },
  { value: 'cache', label: 'cache', help: 'The same, and what is too old may do' },
  { value: 'force_blocking', label: 'force_blocking', help: 'Compute, and keep the new answer' },
  { value: 'force', label: 'force', help: 'The snapshot, else compute' },
  { value: 'direct', label: 'direct', help: 'Compute on the events, past cache and snapshot' },
] as const;

/** The request as a form. A field is there only where it acts. */
export function RequestForm(
  props: FormPart & { readonly variables: readonly QueryVariable[] },
): ReactElement {
  const { request, endpoint, onChange, problem, variables } = props;
  const set = (path: readonly string[]) => (value: unknown) =>
    onChange({ ...request, body: withMember(request.body, path, value) });
  return (
    <div className={styles.form}>
      {variables.map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          value={objectOf(request.body['variables'])[variable.name]}
          onChange={set(['variables', variable.name])}
          error={problem?.attr === `variables.${variable.name}` ? problem.message : null}
        />
      ))}
      {variables.length === 0 && isSql(endpoint) && (
        <p className={styles.quiet}>
          This query has no variables. Filters, limit and version can still be sent.
        </p>
      )}
      <FilterFields {...props} />
      {!isSql(endpoint) && <OverrideFields {...props} />}
      <RadioGroup
        label="Refresh"
        value={String(request.body['refresh'] ?? 'blocking')}
        onChange={(refresh) => set(['refresh'])(refresh === 'blocking' ? undefined : refresh)}
        choices={REFRESHES.filter(({ value }) => value !== 'direct' || endpoint.is_materialized)}
      />
      <Options {...props} />
    </div>
  );
}

/** Version, format, rows and debug. */
function Options({ request, endpoint, onChange, problem }: FormPart): ReactElement {
  const project = useProject();
  const versions = useQuery(versionsQuery(project.id, endpoint.name));
  const set = (name: string) => (value: unknown) =>
    onChange({ ...request, body: withMember(request.body, [name], value) });
  const asText = (name: string) => String(memberOf(request.body, [name]) ?? '');
  const numbers = (name: string) => (text: string) => set(name)(text === '' ? undefined : numberOr(text));
  return (
    <div className={styles.options}>
      <Select
        label="Version"
        value={asText('version')}
        onChange={(version) => set('version')(version === '' ? undefined : Number(version))}
        choices={[
          { value: '', label: `${endpoint.current_version}, current` },
          ...(versions.data ?? [])
            .filter(({ version }) => version !== endpoint.current_version)
            .map(({ version }) => ({ value: String(version), label: String(version) })),
        ]}
      />
      <Select
        label="Format"
        value={request.format}
        onChange={(format) => onChange({ ...request, format })}
        choices={formatsOf(endpoint).map((format) => ({ value: format, label: format }))}
      />
      {isSql(endpoint) &&
        (['limit', 'offset'] as const).map((name) => (
          <TextField
            key={name}
            label={name}
            value={asText(name)}
            onChange={numbers(name)}
            isCode
            error={problem?.attr === name ? problem.message : null}
          />
        ))}
      <Checkbox
        isSelected={request.body['debug'] === true}
        onChange={(isOn) => set('debug')(isOn || undefined)}
      >
        debug
      </Checkbox>
    </div>
  );
}

/** A number where the text is one; else the text itself, which the service then refuses with a reason. */
function numberOr(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) && text.trim() !== '' ? value : text;
}
