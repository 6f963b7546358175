import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useDeferredValue, useState } from 'react';
import { type ApiProblem, asProblem } from '../../api/problem.ts';
import { cleanedPathQuery } from '../../data/settings-trials.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Pane } from '../../parts/page.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { hasScope } from '../../session/has-scope.ts';
import { useSessionKey } from '../../session/permission.ts';
import { type CleaningRule, refusalOf } from './project-form.ts';
import styles from './settings.module.css';
import type { ProjectSettings } from './use-project-settings.ts';

/** Most replacements of a project. */
const MOST_RULES = 100;

/** Replacements that make one path of many, with a path to try them on. */
export function CleaningPane(props: {
  readonly projectId: number;
  readonly settings: ProjectSettings;
  readonly problem: ApiProblem | null;
}): ReactElement {
  const { projectId, settings, problem } = props;
  const rules = settings.form.path_cleaning_filters;
  const [tried, setTried] = useState('/users/4711/notes');
  const trial = useTrial(projectId, tried, rules);
  const set = (path_cleaning_filters: readonly CleaningRule[]) => settings.change({ path_cleaning_filters });
  return (
    <Pane title="Path cleaning" className={styles.pane}>
      <div className={styles.part}>
        <p className={styles.told}>
          Paths with ids in them are counted as one: each replacement is made in what the one above it has
          left.
        </p>
        {rules.map((rule, at) => (
          <Rule
            // biome-ignore lint/suspicious/noArrayIndexKey: a replacement is its place
            key={at}
            number={at + 1}
            rule={rule}
            error={refusalOf(problem, `path_cleaning_filters.${at}`) ?? trial.refusals.get(at)}
            onChange={(next) => set(rules.with(at, next))}
            onRemove={() => set(rules.toSpliced(at, 1))}
          />
        ))}
        <div>
          <Button
            size="small"
            tone="quiet"
            icon="plus"
            unavailable={rules.length >= MOST_RULES ? `At most ${MOST_RULES} replacements` : null}
            onPress={() => set([...rules, { regex: '', alias: '' }])}
          >
            Replacement
          </Button>
        </div>
        {rules.length > 0 && (
          <div className={styles.rule}>
            <TextField label="Try a path" isCode value={tried} onChange={setTried} />
            <span aria-hidden="true" className={styles.becomes}>
              →
            </span>
            <output aria-label="What becomes of it" className={styles.cleaned}>
              {trial.cleaned ?? '–'}
            </output>
          </div>
        )}
      </div>
    </Pane>
  );
}

/** One replacement: what is looked for, and what stands there then. */
function Rule(props: {
  readonly number: number;
  readonly rule: CleaningRule;
  readonly error: string | null | undefined;
  readonly onChange: (rule: CleaningRule) => void;
  readonly onRemove: () => void;
}): ReactElement {
  const { number, rule, error, onChange, onRemove } = props;
  return (
    <div className={styles.rule}>
      <TextField
        label={`Regular expression ${number}`}
        hidesLabel
        isCode
        placeholder="/users/\d+"
        value={rule.regex}
        onChange={(regex) => onChange({ ...rule, regex })}
        error={error}
      />
      <span aria-hidden="true">→</span>
      <TextField
        label={`Replacement ${number}`}
        hidesLabel
        isCode
        placeholder="/users/:id"
        value={rule.alias}
        onChange={(alias) => onChange({ ...rule, alias })}
      />
      <IconButton label={`Remove replacement ${number}`} icon="cross" size="small" onPress={onRemove} />
    </div>
  );
}

/** What the service makes of a path, and which of the rules it refuses. */
function useTrial(projectId: number, path: string, rules: readonly CleaningRule[]) {
  const key = useSessionKey();
  const written = rules.map((rule, at) => ({ ...rule, at })).filter(({ regex }) => regex !== '');
  const asked = useDeferredValue(JSON.stringify({ path, rules: written }));
  const { path: triedPath, rules: tried } = JSON.parse(asked) as {
    readonly path: string;
    readonly rules: readonly (CleaningRule & { readonly at: number })[];
  };
  const answer = useQuery({
    ...cleanedPathQuery(
      projectId,
      triedPath,
      tried.map(({ regex, alias }) => ({ regex, alias })),
    ),
    enabled: tried.length > 0 && hasScope(key, 'query:read'),
  });
  const refused = answer.error === null ? null : asProblem(answer.error);
  const place = /^variables\.(?:regex|alias)_(\d+)$/.exec(refused?.attr ?? '')?.[1];
  const at = place === undefined ? undefined : tried[Number(place)]?.at;
  const refusals = new Map(at === undefined ? [] : [[at, sentenceOf(refused?.message ?? '')]]);
  return { cleaned: refused === null && answer.data !== undefined ? answer.data : null, refusals };
}

/** The reason without the name of the variable, which is the console's own. */
const sentenceOf = (message: string) => message.replace(/^The variable "\w+": /, '');
