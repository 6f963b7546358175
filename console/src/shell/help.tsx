import type { ReactElement } from 'react';
import { useStore } from '../api/store.ts';
import { Switch } from '../parts/choose.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { MODIFIER } from '../parts/modifier.ts';
import styles from './help.module.css';
import type { Screen } from './screen.ts';
import { changeSettings, settings } from './settings.ts';

const KEYS: readonly (readonly [string, string])[] = [
  [`${MODIFIER}K`, 'Go to a screen or a name, or do something'],
  ['/', 'Search on this screen'],
  ['n', 'New endpoint'],
  [`${MODIFIER}⏎`, 'Run'],
  [`${MODIFIER}⇧⏎`, 'Run the selection'],
  [`${MODIFIER}S`, 'Save'],
  ['⇧⌥F', 'Format'],
  ['Esc', 'Cancel, or close'],
  ['j  k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['Space', 'Rest and follow live events'],
  ['?', 'This list'],
];

/** The list of keys, with the switch that turns single keys off. */
export default function Help(props: {
  readonly onClose: () => void;
  readonly screens: readonly Screen[];
}): ReactElement {
  const { hasSingleKeys } = useStore(settings);
  const ways = props.screens.flatMap(({ navigation }) =>
    navigation?.key === undefined ? [] : [[`g ${navigation.key}`, `Go to ${navigation.label}`] as const],
  );
  return (
    <Dialog title="Keys" isOpen onClose={props.onClose}>
      <dl className={styles.keys}>
        {[...KEYS, ...ways].map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch isSelected={hasSingleKeys} onChange={(isOn) => changeSettings({ hasSingleKeys: isOn })}>
        Keys without {MODIFIER}, such as <kbd>n</kbd>
      </Switch>
      <p className={styles.more}>
        <a href="/docs" target="_blank" rel="noreferrer">
          The API and its errors
        </a>
      </p>
    </Dialog>
  );
}
