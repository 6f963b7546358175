import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { createKey, type KeyWithSecret, keysQuery } from '../../data/keys.ts';
import type { Project } from '../../data/shapes.ts';
import { Button } from '../../parts/button.tsx';
import { Checkbox, RadioGroup } from '../../parts/choose.tsx';
import { useNow } from '../../parts/clock.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Select } from '../../parts/select.tsx';
import { ProblemLine } from '../../parts/states.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { hasScope } from '../../session/has-scope.ts';
import { SCOPE_WORDS, useSessionKey } from '../../session/permission.ts';
import type { Scope } from '../../session/shapes.ts';
import { KEY_PRESETS, type KeyPreset, scopesOf } from './key-presets.ts';
import styles from './keys.module.css';

const ENDS = [
  { value: '0', label: 'never' },
  { value: '7', label: 'in 7 days' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
] as const;

type Days = (typeof ENDS)[number]['value'];

const SCOPES = Object.keys(SCOPE_WORDS) as Exclude<Scope, '*'>[];

/** Makes a key with no more than the calling one has. */
export function NewKeyDialog(props: {
  readonly projects: readonly Project[];
  readonly onClose: () => void;
  readonly onMade: (made: KeyWithSecret) => void;
}): ReactElement {
  const own = useSessionKey();
  const nowMs = useNow(60_000);
  const [label, setLabel] = useState('');
  const [preset, setPreset] = useState<KeyPreset>('run');
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [project, setProject] = useState('');
  const [endpoints, setEndpoints] = useState('');
  const [days, setDays] = useState<Days>('0');
  const owned = own?.scopes ?? [];
  const scopes = scopesOf(preset, chosen, owned);
  const reach = project === '' ? {} : { projects: [Number(project)] };
  const mayName = project !== '' && scopes.length === 1 && scopes[0] === 'endpoint:run';
  const named = mayName ? namesIn(endpoints) : {};
  const make = useMakeKey(
    { label, scopes: [...scopes], ...reach, ...named, expires_at: endOf(days, nowMs) },
    props.onMade,
  );
  const projects = projectChoices(props.projects, own?.projects === null);
  const missing = label === '' ? 'Say what the key is for' : scopes.length === 0 ? 'Choose a scope' : null;
  return (
    <Dialog
      title="New key"
      isOpen
      onClose={props.onClose}
      actions={
        <>
          <Button onPress={props.onClose}>Cancel</Button>
          <Button
            tone="primary"
            isPending={make.isPending}
            unavailable={missing}
            onPress={() => make.mutate()}
          >
            Make key
          </Button>
        </>
      }
    >
      <TextField label="What it is for" value={label} onChange={setLabel} placeholder="web shop" autoFocus />
      <RadioGroup label="It may" choices={KEY_PRESETS} value={preset} onChange={setPreset} />
      {preset === 'own' && <ScopeList own={owned} chosen={chosen} onChange={setChosen} />}
      <Select label="Projects" value={project} onChange={setProject} choices={projects} />
      {mayName && (
        <TextField
          label="Endpoints"
          value={endpoints}
          onChange={setEndpoints}
          placeholder="names with commas between; empty = all"
        />
      )}
      <Select label="It ends" choices={ENDS} value={days} onChange={setDays} />
      <ProblemLine error={make.error} />
    </Dialog>
  );
}

/** Making a key; the list is read again, and the secret goes to `onMade` alone. */
function useMakeKey(key: Parameters<typeof createKey>[0], onMade: (made: KeyWithSecret) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => createKey(key),
    onSuccess: (made) => {
      onMade(made);
      return client.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
}

/** The endpoints that a key names: of a text with commas between them; none = it runs all. */
function namesIn(text: string): { readonly endpoints?: string[] } {
  const names = text.split(',').flatMap((each) => each.trim() || []);
  return names.length === 0 ? {} : { endpoints: names };
}

const endOf = (days: Days, nowMs: number) =>
  days === '0' ? null : new Date(nowMs + Number(days) * 86_400_000).toISOString();

const projectChoices = (projects: readonly Project[], reachesAll: boolean) => [
  { value: '', label: reachesAll ? 'all projects' : 'all projects of your key' },
  ...projects.map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` })),
];

/** All scopes with a sentence each; those that the calling key lacks cannot be given. */
function ScopeList(props: {
  readonly own: readonly Scope[];
  readonly chosen: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
}): ReactElement {
  const { own, chosen, onChange } = props;
  return (
    <fieldset className={styles.scopeList}>
      <legend>Scopes</legend>
      {SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          isSelected={chosen.includes(scope)}
          isDisabled={!hasScope({ scopes: [...own] }, scope)}
          onChange={(isOn) => onChange(isOn ? [...chosen, scope] : chosen.filter((each) => each !== scope))}
        >
          <code>{scope}</code> {SCOPE_WORDS[scope]}
        </Checkbox>
      ))}
    </fieldset>
  );
}
