import type { ReactElement } from 'react';
import { asProblem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { Pane, TabBody } from '../../parts/page.tsx';
import { Notice, ProblemLine } from '../../parts/states.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useRefusal } from '../../session/permission.ts';
import { EndPane } from './end-pane.tsx';
import styles from './endpoint-settings.module.css';
import { tellFreshness } from './freshness.ts';
import { isAbout, type SettingsForm } from './settings-form.ts';
import { useSettings } from './use-settings.ts';

interface Field {
  readonly member: keyof SettingsForm;
  readonly label: string;
  readonly help: string;
}

const FIELDS: readonly { readonly title: string; readonly fields: readonly Field[] }[] = [
  {
    title: 'About',
    fields: [
      { member: 'description', label: 'Description', help: 'What callers get, in a sentence' },
      { member: 'tags', label: 'Tags', help: 'Words to find it by, with commas between' },
    ],
  },
  {
    title: 'Freshness',
    fields: [
      { member: 'cacheAge', label: 'Cache age, s', help: '300 to 86,400; empty: by the kind of the query' },
      { member: 'revalidate', label: 'Stale while revalidate, s', help: '0 (off) to 86,400' },
      { member: 'ifError', label: 'Stale if error, s', help: '0 (off) to 86,400' },
    ],
  },
  {
    title: 'Limits of a run',
    fields: [
      { member: 'timeout', label: 'Longest execution, s', help: '1 to 60; empty: 10' },
      { member: 'maxRows', label: 'Most rows of an answer', help: 'empty: 50,000' },
      { member: 'maxBytes', label: 'Most bytes read', help: 'empty: no limit' },
    ],
  },
];

/** What an endpoint is for, how fresh its answers are, how much a run may read, and its end. */
export default function EndpointSettingsTab(): ReactElement {
  const refusal = useRefusal('endpoint:write');
  const { endpoint, form, setForm, isChanged, save, discard } = useSettings();
  const problem = save.error === null ? null : asProblem(save.error);
  const unchanged = isChanged ? null : 'Nothing is changed';
  return (
    <TabBody isPadded>
      {refusal && <Notice>{refusal}.</Notice>}
      {FIELDS.map(({ title, fields }) => (
        <Pane key={title} title={title} className={styles.pane}>
          <div className={styles.fields}>
            {fields.map(({ member, label, help }) => (
              <TextField
                key={member}
                label={label}
                help={help}
                value={form[member]}
                onChange={(value) => setForm({ ...form, [member]: value })}
                isDisabled={refusal !== null}
                error={problem !== null && isAbout(problem, member) ? problem.message : null}
              />
            ))}
          </div>
          {title === 'Freshness' && <p className={styles.told}>{tellFreshness(form)}</p>}
        </Pane>
      ))}
      <div className={styles.foot}>
        <Button
          tone="primary"
          isPending={save.isPending}
          unavailable={refusal ?? unchanged}
          onPress={() => save.mutate()}
        >
          Save
        </Button>
        <Button onPress={discard} unavailable={unchanged}>
          Discard
        </Button>
        <ProblemLine error={save.error} />
      </div>
      <EndPane endpoint={endpoint} refusal={refusal} />
    </TabBody>
  );
}
